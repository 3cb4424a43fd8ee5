//! Argument types that take what models write where it leaves no doubt: numbers and yes/no in quotes, a list sent as
//! JSON text, `null` for "not given". The schema shows the proper form only.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeOwned, SeqAccess, Unexpected, Visitor},
};
use std::{borrow::Cow, fmt, marker::PhantomData};

/// An optional whole number, 0 or more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count(pub Option<u64>);

/// An optional text; an empty one counts as none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Text(pub Option<String>);

impl Text {
    pub(crate) fn or<'a>(&'a self, default: &'a str) -> &'a str {
        self.0.as_deref().unwrap_or(default)
    }
}

/// A switch that is off unless it is given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Flag(pub bool);

/// A list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct List<T>(pub Vec<T>);

/// Takes the place of a field that models send from habit and that means nothing here. Not in the schema.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Ignored;

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(CountVisitor)
    }
}

struct CountVisitor;

impl Visitor<'_> for CountVisitor {
    type Value = Count;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a whole number of 0 or more")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Count, E> {
        Ok(Count(Some(number)))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Count, E> {
        match u64::try_from(number) {
            Ok(number) => Ok(Count(Some(number))),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Count, E> {
        // Above 2^53 a float no longer says which whole number is meant.
        if number.fract() == 0.0 && (0.0..9_007_199_254_740_992.0).contains(&number) {
            Ok(Count(Some(number as u64)))
        } else {
            Err(E::invalid_value(Unexpected::Float(number), &self))
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Count, E> {
        match text.trim().parse() {
            Ok(number) => Ok(Count(Some(number))),
            Err(_) => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }

    fn visit_unit<E: de::Error>(self) -> Result<Count, E> {
        Ok(Count(None))
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text: Option<String> = Option::deserialize(input)?;
        Ok(Self(text.filter(|text| !text.is_empty())))
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(FlagVisitor)
    }
}

struct FlagVisitor;

impl Visitor<'_> for FlagVisitor {
    type Value = Flag;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("true or false")
    }

    fn visit_bool<E: de::Error>(self, on: bool) -> Result<Flag, E> {
        Ok(Flag(on))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Flag, E> {
        match text.trim().to_ascii_lowercase().as_str() {
            "true" => Ok(Flag(true)),
            "false" => Ok(Flag(false)),
            _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }

    fn visit_unit<E: de::Error>(self) -> Result<Flag, E> {
        Ok(Flag(false))
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<List<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(List(list))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<List<T>, E> {
        serde_json::from_str(text)
            .map(List)
            .map_err(|error| E::custom(format!("expected a list, got a text that holds none ({error})")))
    }
}

impl<'de> Deserialize<'de> for Ignored {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        de::IgnoredAny::deserialize(input).map(|_| Self)
    }
}

macro_rules! schema_of {
    ($shown:ty, for $ours:ty $(, over $parameter:ident)?) => {
        impl $(<$parameter: JsonSchema>)? JsonSchema for $ours {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                <$shown>::schema_name()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$shown>::json_schema(generator)
            }
        }
    };
}

schema_of!(u64, for Count);
schema_of!(String, for Text);
schema_of!(bool, for Flag);
schema_of!(Vec<T>, for List<T>, over T);

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check<T: DeserializeOwned + PartialEq + fmt::Debug>(input: serde_json::Value, expected: Result<T, &str>) {
        let got: Result<T, String> = serde_json::from_value(input.clone()).map_err(|error| error.to_string());
        assert_eq!(got, expected.map_err(str::to_owned), "{input}");
    }

    #[test]
    fn what_leaves_no_doubt_is_taken() {
        check(json!(10), Ok(Count(Some(10))));
        check(json!("10"), Ok(Count(Some(10))));
        check(json!(10.0), Ok(Count(Some(10))));
        check(json!(null), Ok(Count(None)));
        check(json!(""), Ok(Text(None)));
        check(json!(null), Ok(Text(None)));
        check(json!("True"), Ok(Flag(true)));
        check(json!(false), Ok(Flag(false)));
        check(json!("[1, 2]"), Ok(List(vec![1, 2])));
        check(json!([1, 2]), Ok(List(vec![1, 2])));
    }

    #[test]
    fn the_rest_is_named() {
        check::<Count>(json!(-1), Err("invalid value: integer `-1`, expected a whole number of 0 or more"));
        check::<Count>(json!(1.5), Err("invalid value: floating point `1.5`, expected a whole number of 0 or more"));
        check::<Count>(json!("ten"), Err("invalid value: string \"ten\", expected a whole number of 0 or more"));
        check::<Flag>(json!(1), Err("invalid type: integer `1`, expected true or false"));
        check::<List<u8>>(json!({"a": 1}), Err("invalid type: map, expected a list"));
        check::<List<u8>>(
            json!("one, two"),
            Err("expected a list, got a text that holds none (expected value at line 1 column 1)"),
        );
    }
}
