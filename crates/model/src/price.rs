//! What tokens cost, by the price table of the configuration.

use reasonix_protocol::{Cost, Usage};

/// Prices per million tokens, in one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct Price {
    pub cache_hit: f64,
    pub input: f64,
    pub output: f64,
    /// ISO 4217 code.
    pub currency: String,
}

impl Price {
    /// The cost of `usage`, in the table's own currency.
    pub fn cost(&self, usage: &Usage) -> Cost {
        let millions = |tokens: u64| tokens as f64 / 1e6;
        let amount = millions(usage.cached_input.unwrap_or(0)) * self.cache_hit
            + millions(usage.fresh_input) * self.input
            + millions(usage.output) * self.output;
        Cost { amount, currency: self.currency.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_and_fresh_input_have_their_own_price() {
        let price = Price { cache_hit: 0.1, input: 1.0, output: 2.0, currency: "CNY".into() };
        let usage =
            Usage { fresh_input: 1_000_000, cached_input: Some(2_000_000), output: 500_000, ..Usage::default() };
        let cost = price.cost(&usage);
        assert!((cost.amount - 2.2).abs() < 1e-9, "{cost:?}");
        assert_eq!(cost.currency, "CNY");
    }
}
