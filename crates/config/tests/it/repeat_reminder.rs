//! When the model is reminded that it repeats itself.

use crate::support::{Place, shown};
use reasonix_config::Layer;

#[test]
fn thresholds_are_put_in_order() {
    let check = |text: &str, thresholds: &[u32], exclude: &[&str], chars: usize| {
        let loaded = Place::new().with_user(text).load();
        assert!(loaded.diagnostics.is_empty(), "{text}: {:?}", loaded.diagnostics);
        let reminder = loaded.settings.agent.repeat_reminder;
        assert_eq!((reminder.thresholds.as_slice(), reminder.arguments_preview_chars), (thresholds, chars), "{text}");
        assert_eq!(reminder.exclude, exclude, "{text}");
    };
    check("", &[3, 5, 8], &["todo_write"], 500);
    check("[agent.repeat_reminder]\nthresholds = [9, 2]\nexclude = []", &[2, 9], &[], 500);
    check("agent = { repeat_reminder = { arguments_preview_chars = 0 } }", &[3, 5, 8], &["todo_write"], 0);
}

#[test]
fn thresholds_that_make_no_sense_are_refused() {
    let check = |value: &str, expected: &[&str]| {
        let loaded = Place::new().with_user(&format!("[agent.repeat_reminder]\nthresholds = {value}\n")).load();
        assert_eq!(shown(&loaded.diagnostics), expected, "{value}");
        assert_eq!(loaded.settings.agent.repeat_reminder.thresholds, [3, 5, 8], "{value}");
        assert!(loaded.into_result().is_err());
    };
    check("[]", &[r#"config.toml:2:14:config_empty_list key="agent.repeat_reminder.thresholds""#]);
    check(
        "[3, 1]",
        &[
            r#"config.toml:2:18:config_out_of_range key="agent.repeat_reminder.thresholds" value="1" min="2" max="1000000""#,
        ],
    );
    check("[\n3,\n5,\n3]", &[r#"config.toml:5:1:config_duplicate key="agent.repeat_reminder.thresholds" value="3""#]);
    check(
        "3",
        &[
            r#"config.toml:2:14:config_wrong_type key="agent.repeat_reminder.thresholds" expected="array of integers" found="integer""#,
        ],
    );
    check(
        "[3, '5', 2.5]",
        &[
            r#"config.toml:2:18:config_wrong_type key="agent.repeat_reminder.thresholds" expected="array of integers" found="array with string""#,
            r#"config.toml:2:23:config_wrong_type key="agent.repeat_reminder.thresholds" expected="array of integers" found="array with float""#,
        ],
    );
}

#[test]
fn thresholds_can_be_set() {
    let place = Place::new();
    let check = |typed: &str, expected: Result<&str, &str>| {
        let edited = place.edit(Layer::User).set_typed("agent.repeat_reminder.thresholds", typed);
        let found = edited.map(|_| place.user_text()).map_err(|error| shown(&error.diagnostics()).join("\n"));
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{typed}");
    };
    check("[4, 6]", Ok("[agent.repeat_reminder]\nthresholds = [4, 6]\n"));
    check("7", Ok("[agent.repeat_reminder]\nthresholds = [7]\n"));
    check("[]", Err(r#"config_empty_list key="agent.repeat_reminder.thresholds""#));
    check("[4, 4]", Err(r#"config_duplicate key="agent.repeat_reminder.thresholds" value="4""#));
}
