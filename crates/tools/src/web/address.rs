//! Which addresses belong to the public internet. Everything else is somebody's own network, where a page that the model
//! was led to has no business: routers, databases, the metadata of clouds, this machine itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Why an address is not reached, in words; `None` for a public one. Ranges as IANA lists them for special purposes.
pub(crate) fn refusal(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => refusal_v4(address),
        IpAddr::V6(address) => refusal_v6(address),
    }
}

fn refusal_v4(address: Ipv4Addr) -> Option<&'static str> {
    let [a, b, c, d] = address.octets();
    match (a, b, c, d) {
        (0, ..) => Some("an unspecified address"),
        (127, ..) => Some("this machine itself"),
        (10, ..) | (172, 16..=31, ..) | (192, 168, ..) => Some("an address of a private network"),
        (100, 64..=127, ..) => Some("an address of a carrier's own network"),
        (169, 254, ..) => Some("a link-local address, as of a cloud's metadata"),
        // Azure's host, public by its number only.
        (168, 63, 129, 16) => Some("the address of a cloud's host"),
        (224..=239, ..) => Some("a multicast address"),
        (240..=255, ..)
        | (192, 0, 0 | 2, _)
        | (192, 88, 99, _)
        | (198, 18 | 19, ..)
        | (198, 51, 100, _)
        | (203, 0, 113, _) => Some("a reserved address"),
        _ => None,
    }
}

fn refusal_v6(address: Ipv6Addr) -> Option<&'static str> {
    let segments = address.segments();
    let embedded = || {
        let [.., a, b] = segments;
        let ([a, b], [c, d]) = (a.to_be_bytes(), b.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match segments {
        [0, 0, 0, 0, 0, 0, 0, 0] => Some("an unspecified address"),
        [0, 0, 0, 0, 0, 0, 0, 1] => Some("this machine itself"),
        // What a network without IPv4 calls the hosts that have nothing else.
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => refusal_v4(embedded()),
        [0, 0, 0, 0, 0, 0 | 0xffff, ..] => Some("an IPv4 address in the form of IPv6"),
        [0xfc00..=0xfdff, ..] => Some("an address of a private network"),
        [0xfe80..=0xfebf, ..] => Some("a link-local address"),
        [0xff00..=0xffff, ..] => Some("a multicast address"),
        [0x2002, ..] | [0x2001, 0, ..] => Some("a tunnel's address"),
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => Some("a reserved address"),
        [0x2000..=0x3fff, ..] => None,
        _ => Some("a reserved address"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_public() {
        let check = |addresses: &str, expected: Option<&str>| {
            for address in addresses.split_whitespace() {
                let said = refusal(address.parse().unwrap());
                assert!(said.is_some() == expected.is_some(), "{address}: {said:?}");
                assert!(
                    expected.is_none_or(|part| said.is_some_and(|said| said.contains(part))),
                    "{address}: {said:?}"
                );
            }
        };
        check("1.1.1.1 8.8.8.8 93.184.215.14 100.63.255.255 100.128.0.0 172.15.0.1 172.32.0.1 223.255.255.255", None);
        check("192.0.1.1 192.167.1.1 198.17.0.1 198.20.0.1 169.253.0.1 11.0.0.1 126.255.255.255 128.0.0.1", None);
        check("2606:4700::1111 2a00:1450:4001::200e 2001:4860:4860::8888 2001:200::1 3ffe::1", None);
        check("64:ff9b::8.8.8.8", None);
        check("127.0.0.1 127.255.255.254 ::1", Some("this machine itself"));
        check("0.0.0.0 0.1.2.3 ::", Some("unspecified"));
        check("10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 fc00::1 fd00:ec2::254", Some("private"));
        check("100.64.0.1 100.100.100.200 100.127.255.255", Some("carrier"));
        check("169.254.169.254 169.254.170.2 fe80::1 febf::1", Some("link-local"));
        check("168.63.129.16", Some("cloud"));
        check("224.0.0.1 239.255.255.255 ff02::1", Some("multicast"));
        check(
            "240.0.0.1 255.255.255.255 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255",
            Some("reserved"),
        );
        check("198.51.100.1 203.0.113.1 2001:db8::1 2001:2::1 3fff::1 100::1 fec0::1 5f00::1 4000::", Some("reserved"));
        check("::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 ::10.0.0.1", Some("IPv4"));
        check("64:ff9b::127.0.0.1", Some("this machine itself"));
        check("64:ff9b::10.0.0.1", Some("private"));
        check("64:ff9b::a9fe:a9fe", Some("link-local"));
        check("64:ff9b:1::1", Some("reserved"));
        check("2002:7f00:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2", Some("tunnel"));
    }
}
