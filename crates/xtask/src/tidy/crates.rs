//! The crates of the workspace and of the registry, as `cargo metadata` tells them.

use crate::process::{cargo, output};
use anyhow::{Context as _, Result};
use serde_json::Value;

/// Every package of the build.
#[derive(Debug, Default)]
pub(crate) struct Crates {
    pub members: Vec<Member>,
    pub foreign: Vec<Foreign>,
}

/// A crate of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    /// Package name.
    pub name: String,
    /// Its folder from the root, such as `crates/agent`.
    pub folder: String,
    /// Names of packages it needs to build; what only its tests need is left out.
    pub needs: Vec<String>,
    pub licence: Option<String>,
}

/// A crate from a registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Foreign {
    pub name: String,
    pub version: String,
    pub licence: Option<String>,
}

impl Member {
    /// The last part of its folder: what the layer table and the documents call it.
    pub(crate) fn short_name(&self) -> &str {
        self.folder.rsplit('/').next().unwrap_or_default()
    }

    /// Where its problems are reported.
    pub(crate) fn manifest(&self) -> String {
        format!("{}/Cargo.toml", self.folder)
    }
}

impl Crates {
    /// Asks cargo. With the variable `CI` set, a stale `Cargo.lock` is an error.
    pub(crate) fn read() -> Result<Self> {
        let mut command = cargo();
        command.args(["metadata", "--format-version=1", "--quiet"]);
        if std::env::var_os("CI").is_some() {
            command.arg("--locked");
        }
        Self::parse(&output(&mut command)?)
    }

    fn parse(metadata: &str) -> Result<Self> {
        let metadata: Value = serde_json::from_str(metadata)?;
        let root = metadata.get("workspace_root").and_then(Value::as_str).context("no workspace_root")?;
        let mut crates = Self::default();
        for package in metadata.get("packages").and_then(Value::as_array).context("no packages")? {
            let text = |key: &str| package.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let licence = Some(text("license")).filter(|licence| !licence.is_empty());
            let manifest = text("manifest_path").replace('\\', "/");
            let inside = manifest.strip_prefix(&root.replace('\\', "/")).filter(|_| package["source"].is_null());
            match inside {
                Some(inside) => crates.members.push(Member {
                    name: text("name"),
                    folder: inside.trim_start_matches('/').trim_end_matches("/Cargo.toml").to_owned(),
                    needs: needs(package),
                    licence,
                }),
                None => crates.foreign.push(Foreign { name: text("name"), version: text("version"), licence }),
            }
        }
        Ok(crates)
    }

    /// The crate of the workspace with this package name.
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

fn needs(package: &Value) -> Vec<String> {
    let dependencies = package.get("dependencies").and_then(Value::as_array).into_iter().flatten();
    let built = dependencies.filter(|dependency| dependency.get("kind").and_then(Value::as_str) != Some("dev"));
    built.filter_map(|dependency| dependency.get("name")?.as_str().map(str::to_owned)).collect()
}

/// A crate of the workspace, for the tests of checks.
#[cfg(test)]
pub(crate) fn member(name: &str, folder: &str, needs: &[&str]) -> Member {
    let needs = needs.iter().map(ToString::to_string).collect();
    Member { name: name.into(), folder: folder.into(), needs, licence: Some("MIT".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_foreign_crates_are_told_apart() {
        let metadata = r#"{"workspace_root": "/p", "packages": [
            {"name": "reasonix-agent", "source": null, "manifest_path": "/p/crates/agent/Cargo.toml", "license": "MIT",
             "dependencies": [{"name": "reasonix-tool", "kind": null}, {"name": "expect-test", "kind": "dev"}]},
            {"name": "itoa", "version": "1.0.1", "source": "registry", "manifest_path": "/r/itoa/Cargo.toml",
             "license": null, "dependencies": []}]}"#;
        let crates = Crates::parse(metadata).unwrap();
        assert_eq!(crates.members, [member("reasonix-agent", "crates/agent", &["reasonix-tool"])]);
        assert_eq!(crates.foreign, [Foreign { name: "itoa".into(), version: "1.0.1".into(), licence: None }]);
        assert_eq!(crates.members[0].short_name(), "agent");
    }
}
