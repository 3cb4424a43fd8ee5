//! Holds nothing: this package is the home of tests that drive the real program as its users do.
