//! Every code has a text in both languages, and the texts use what the codes carry.

use crate::support::{PROVIDER, Place};
use reasonix_config::Code;
use reasonix_locale::{Language, has, render_problem};

#[test]
fn every_code_has_a_text() {
    for code in Code::ALL {
        assert!(has(&format!("problem.{}", code.as_str())), "{}", code.as_str());
    }
    let used: Vec<String> = Code::ALL.iter().map(|code| format!("problem.{}", code.as_str())).collect();
    let ours = |key: &&str| key.starts_with("problem.config_") || key.starts_with("problem.env_");
    for key in reasonix_locale::keys().filter(ours) {
        assert!(used.contains(&key.trim_end_matches(".hint").to_owned()), "{key} is never used");
    }
}

#[test]
fn texts_are_filled() {
    let text = format!(
        "langage = 'en'\nui = 1\nlanguage = 'fr'\n[agent]\nsystem_prompt = 'a'\nsystem_prompt_file = 'b'\ntemperature = 9\n\
         [sandbox]\nforbid_read = ['~/x', '${{NO}}', '${{', '']\n[tools]\nbash_timeout_seconds = -1\n{PROVIDER}default = 'z'\nheaders = {{ host = 'x', 'a b' = '' }}\n\
         extra_body = {{ model = 1 }}\napi_key_env = '-'\nrequest_url = 'x'\nmodels_url = 'http://a@b'\neffort = 'x'\nsupported_efforts = ['y']\n\
         prices.a.b = {{}}\n[agent.repeat_reminder]\nthresholds = [3, 3, 1]\n\
         [[permissions.rules]]\ntol = 'x'\nzzz = 1\ntool = ''\n[[providers]]\nname = 'p'\n[[providers]]\nname = 'a b'\nkind = 'script'\n"
    );
    let diagnostics = Place::new().with_user(&text).load().diagnostics;
    let mut codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    codes.sort();
    codes.dedup();
    assert!(codes.len() >= 23, "{codes:?}");
    for diagnostic in diagnostics {
        let problem = diagnostic.problem();
        let params: Vec<_> = problem.params.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        for language in Language::ALL {
            let shown = render_problem(language, &problem.code, &params).to_string();
            assert!(reasonix_locale::placeholders(&shown).is_empty(), "{shown}");
            let place = format!("config.toml:{}:{}: ", diagnostic.line.unwrap(), diagnostic.column.unwrap());
            assert!(shown.contains(&place), "{shown}");
        }
    }
}
