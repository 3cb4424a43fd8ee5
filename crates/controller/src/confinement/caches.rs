//! Where package managers and compilers keep what they have fetched or built, which is shared between projects. Never
//! where they keep programs that are on the search path, or their own settings: those are read by others.

use reasonix_config::{Environment, Platform};
use reasonix_exec::find_program;
use std::path::{Path, PathBuf};

/// What a folder is relative to.
enum Base {
    Home,
    /// The platform's folder for caches.
    Caches,
    /// Where this variable says, else a folder of the home.
    Variable(&'static str, &'static str),
}

use Base::{Caches, Home, Variable};

/// Programs, where each has its folders, and which those are. A folder is made if one of its programs is installed, as the
/// program would do itself.
const CACHES: &[(&[&str], Base, &[&str])] = &[
    (&["cargo"], Variable("CARGO_HOME", ".cargo"), &["registry", "git"]),
    (&["npm"], Home, &[".npm"]),
    (&["go"], Variable("GOCACHE", ".cache/go-build"), &[""]),
    (&["go"], Variable("GOPATH", "go"), &["pkg"]),
    (&["pip", "pip3"], Caches, &["pip"]),
    (&["uv"], Caches, &["uv"]),
    (&["poetry"], Caches, &["pypoetry"]),
    (&["yarn", "yarnpkg"], Caches, &["yarn"]),
    (&["yarn"], Home, &[".yarn/berry/cache"]),
    (&["pnpm"], Caches, &["pnpm"]),
    (&["pnpm"], Home, &[".local/share/pnpm/store"]),
    (&["bun"], Home, &[".bun/install/cache"]),
    (&["deno"], Caches, &["deno"]),
    (&["mvn"], Home, &[".m2/repository"]),
    (&["gradle"], Home, &[".gradle/caches", ".gradle/native", ".gradle/daemon", ".gradle/wrapper/dists"]),
    (&["dotnet"], Home, &[".nuget/packages"]),
    (&["composer"], Caches, &["composer"]),
    (&["bundle"], Home, &[".bundle/cache"]),
    (&["ccache"], Caches, &["ccache"]),
    (&["sccache"], Caches, &["sccache"]),
];

/// Files that cargo locks and counts in, beside its settings.
const CARGO_FILES: &[&str] = &[".package-cache", ".package-cache-mutate", ".global-cache"];

/// The folders and files that exist now.
pub(super) fn folders(environment: &Environment) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (programs, base, names) in CACHES {
        let Some(base) = folder(environment, base) else { continue };
        let mut is_installed = None;
        for name in *names {
            let folder = if name.is_empty() { base.clone() } else { base.join(name) };
            let is_installed =
                || *is_installed.get_or_insert_with(|| programs.iter().any(|name| has(environment, name)));
            if folder.is_dir() || is_installed_and_made(is_installed, &folder) {
                found.push(folder);
            }
        }
    }
    if let Some(cargo) = folder(environment, &Variable("CARGO_HOME", ".cargo")) {
        found.extend(CARGO_FILES.iter().map(|name| cargo.join(name)).filter(|path| path.is_file()));
    }
    found
}

fn is_installed_and_made(is_installed: impl FnOnce() -> bool, folder: &Path) -> bool {
    is_installed() && std::fs::create_dir_all(folder).is_ok()
}

fn has(environment: &Environment, program: &str) -> bool {
    find_program(program, environment.variable("PATH")).is_some()
}

fn folder(environment: &Environment, base: &Base) -> Option<PathBuf> {
    // Nobody's home is made by looking for what is in it.
    let home = environment.home.clone().filter(|home| home.is_dir())?;
    let named = |name: &str| environment.variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    Some(match base {
        Home => home,
        Caches if environment.platform == Platform::MacOs => home.join("Library/Caches"),
        Caches => named("XDG_CACHE_HOME").unwrap_or_else(|| home.join(".cache")),
        Variable(name, otherwise) => named(name).unwrap_or_else(|| home.join(otherwise)),
    })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_there_or_belongs_to_a_program_that_is() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        for folder in [".cargo/registry", ".cargo/bin", "bin", "elsewhere/pip"] {
            std::fs::create_dir_all(at(folder)).unwrap();
        }
        std::fs::write(at(".cargo/.package-cache"), "").unwrap();
        std::fs::write(at("bin/npm"), "").unwrap();
        std::fs::set_permissions(at("bin/npm"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let variables = [("PATH", at("bin")), ("XDG_CACHE_HOME", at("elsewhere")), ("GOPATH", "relative".into())];
        let environment = Environment {
            variables: variables.map(|(name, value)| (name.into(), value.into())).into(),
            home: Some(home.path().into()),
            current_folder: "/".into(),
            platform: Platform::Unix,
        };
        let expected = [".cargo/registry", ".npm", "elsewhere/pip", ".cargo/.package-cache"].map(at);
        assert_eq!(folders(&environment), expected);

        let nobodys = Environment { home: Some(at("nobody")), ..environment };
        assert_eq!(folders(&nobodys), Vec::<PathBuf>::new());
        assert!(!at("nobody").exists());
    }
}
