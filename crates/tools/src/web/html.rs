//! Reads HTML tag by tag, in one pass and without building a tree, so that neither depth nor disorder of a page costs more
//! than its length. What each tag becomes is told by [`super::markdown`].

use super::markdown::{Reduced, Writer};
use html5ever::{
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
        states::RawKind::{self, Rawtext, Rcdata, ScriptData},
    },
};
use reqwest::Url;
use std::{
    cell::RefCell,
    time::{Duration, Instant},
};

/// Bytes that are read between looks at the clock.
const STEP: usize = 8 << 10;

/// Reduces a page that was found at `base`.
pub(crate) fn reduce(page: &str, base: &Url, time: Duration) -> Reduced {
    let deadline = Instant::now() + time;
    let tokenizer =
        Tokenizer::new(Sink(RefCell::new(Writer::new(base))), html5ever::tokenizer::TokenizerOpts::default());
    let queue = BufferQueue::default();
    let mut rest = page;
    let mut is_cut = false;
    while !rest.is_empty() {
        let (step, after) = rest.split_at_checked(rest.floor_char_boundary(STEP)).unwrap_or((rest, ""));
        queue.push_back(StrTendril::from_slice(step));
        // The result only tells of scripts to run, and none is.
        let _ = tokenizer.feed(&queue);
        rest = after;
        if Instant::now() > deadline && !rest.is_empty() {
            is_cut = true;
            break;
        }
    }
    if !is_cut {
        tokenizer.end();
    }
    Reduced { is_cut, ..tokenizer.sink.0.into_inner().finish() }
}

struct Sink<'a>(RefCell<Writer<'a>>);

impl TokenSink for Sink<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut writer = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => writer.text(&text),
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                writer.start(&tag);
                if let Some(kind) = raw_kind(&tag.name) {
                    return TokenSinkResult::RawData(kind);
                }
            }
            Token::TagToken(tag) => writer.end(&tag.name),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Elements whose content is no markup.
fn raw_kind(name: &str) -> Option<RawKind> {
    match name {
        "script" => Some(ScriptData),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(Rawtext),
        "title" | "textarea" => Some(Rcdata),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(page: &str) -> Reduced {
        reduce(page, &"https://example.com/docs/".parse().unwrap(), Duration::from_mins(1))
    }

    #[test]
    fn what_becomes_of_markup() {
        let check = |page: &str, expected: &str| assert_eq!(reduced(page).text, expected, "{page}");
        check("one <b>two</b>\n  three<br>four", "one two three\nfour");
        check("<h1>Top</h1><p>a<p>b<h3>Sub</h3>c", "# Top\n\na\n\nb\n\n### Sub\n\nc");
        check("<div><div>a</div></div><div>b</div>", "a\n\nb");
        check("<ul><li>a<li>b<ul><li>c</ul></li></ul><ol><li>x</li><li>y</li></ol>", "- a\n- b\n  - c\n\n1. x\n2. y");
        check("see <a href='../a?b=1&amp;c'>the <i>page</i></a>.", "see [the page](https://example.com/a?b=1&c).");
        check("<a href='#x'>here</a> <a href='javascript:x'>run</a> <a>none</a> <a href=/e></a>", "here run none");
        check("<a href=https://example.com/docs/>https://example.com/docs/</a>", "https://example.com/docs/");
        check("<a href=/x><h2>Card</h2><p>text</p></a>", "## Card\n\ntext (https://example.com/x)");
        check("<a href=/x>one<a href=/y>two</a>", "[one](https://example.com/x)[two](https://example.com/y)");
        check("use <code>a  b</code> or <code></code>not", "use `a b` or not");
        check("<pre><code>fn a() {\n    b();\n}\n</code></pre>then", "```\nfn a() {\n    b();\n}\n```\n\nthen");
        check("<pre>open", "```\nopen\n```");
        check(
            "<table><tr><th>a<th>b</tr><tr><td>1</td><td><p>2</p></td></tr></table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |",
        );
        check("a<hr>b <img src=x alt='a\n cat'> <img src=y>", "a\n\n---\n\nb [image: a  cat]");
        check("&lt;b&gt; &amp; &eacute; &#x4f60;", "<b> & é 你");
    }

    #[test]
    fn what_is_left_out() {
        let check = |page: &str, expected: &str| assert_eq!(reduced(page).text, expected, "{page}");
        check("a<script>if (a < b) '</p>'</script><style>p {}</style><!-- no -->b", "ab");
        check("<svg><svg><text>x</text></svg>y</svg>a<template><p>no</p></template>", "a");
        check("<p hidden>no</p>yes<span aria-hidden=true>#</span><input hidden>!", "yes!");
        check("<select><option>a</select><textarea><p></textarea>b<iframe><p>x</iframe>", "b");
    }

    #[test]
    fn the_main_part_is_enough() {
        let long = "word ".repeat(60);
        let page = format!("<title> A\n page </title><nav>menu</nav><main><p>{long}</p></main><footer>end</footer>");
        let page = reduced(&page);
        assert_eq!((page.title.as_str(), page.text.as_str(), page.only_main), ("A page", long.trim(), true));
        let short = reduced("<nav>menu</nav><main>x</main>");
        assert_eq!((short.text.as_str(), short.only_main), ("menu\n\nx", false));
    }

    /// Pages that were made to overflow a stack, or to cost the square of their length.
    #[test]
    fn no_page_costs_more_than_its_length() {
        let deep = format!("{}x", "<div><ul><li><b><a href=/a>".repeat(10_000));
        assert!(reduced(&deep).text.contains('x'));
        let attributes = format!("<a {}>x</a>", (0..20_000).map(|number| format!("a{number}=1 ")).collect::<String>());
        let page = reduce(&attributes, &"https://example.com/".parse().unwrap(), Duration::ZERO);
        assert!(page.is_cut, "the end of the time is not noticed");
    }
}
