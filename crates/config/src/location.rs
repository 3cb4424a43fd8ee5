//! Where Reasonix keeps its files, as a pure function of an explicit environment.
//! Nothing here touches the disk, and only [`Environment::of_process`] looks at the process.

use crate::ConfigError;
use reasonix_stdx::path::absolute;
use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// The name of the project's configuration file, in the workspace's root.
pub const PROJECT_FILE: &str = "reasonix.toml";

/// Whose conventions for folders apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Linux and other Unix systems: XDG folders.
    Unix,
    MacOs,
    Windows,
}

impl Platform {
    /// The platform this program was built for.
    pub const fn current() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Unix
        }
    }
}

/// What the configuration may know of the process around it. No `Debug`: variables may hold secrets.
#[derive(Clone)]
pub struct Environment {
    pub variables: BTreeMap<OsString, OsString>,
    /// The user's home folder.
    pub home: Option<PathBuf>,
    /// What relative paths on the command line and in variables start from.
    pub current_folder: PathBuf,
    pub platform: Platform,
}

impl Environment {
    /// The environment of this process.
    pub fn of_process() -> Self {
        Self {
            variables: std::env::vars_os().collect(),
            home: reasonix_stdx::path::home(),
            current_folder: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            platform: Platform::current(),
        }
    }

    /// A variable's value; an empty one counts as unset. Windows ignores the letter case of names.
    pub fn variable(&self, name: &str) -> Option<&OsStr> {
        let value = if self.platform == Platform::Windows {
            self.variables.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
        } else {
            self.variables.get(OsStr::new(name))
        };
        value.map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// What `${name}` in a configured path stands for. `HOME` is known on every platform.
    pub(crate) fn expansion(&self, name: &str) -> Option<&str> {
        let home = || (name == "HOME").then_some(self.home.as_deref()).flatten().and_then(Path::to_str);
        self.variable(name).and_then(OsStr::to_str).or_else(home)
    }

    fn folder(&self, name: &str) -> Option<PathBuf> {
        self.variable(name).map(|path| absolute(&self.current_folder, Path::new(path)))
    }

    /// A folder variable that the platform defines as absolute; a relative one is to be ignored.
    fn absolute_folder(&self, name: &str) -> Option<PathBuf> {
        self.variable(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }
}

/// The folders of one user.
///
/// | what | where | moved by |
/// |---|---|---|
/// | home: configuration and keys | `~/.reasonix`, on Windows `%APPDATA%\reasonix` | `REASONIX_HOME` |
/// | state: sessions, grants and logs | the home | `REASONIX_STATE_HOME`, else `REASONIX_HOME` |
/// | cache: whatever can be rebuilt | the platform's cache folder | `REASONIX_CACHE_HOME`, else `REASONIX_HOME` (`cache` in it) |
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locations {
    pub home: PathBuf,
    pub state: PathBuf,
    pub cache: PathBuf,
}

impl Locations {
    /// Finds the folders. Fails with [`ConfigError::NoHome`] where neither `REASONIX_HOME` nor a home folder is known.
    pub fn new(environment: &Environment) -> Result<Self, ConfigError> {
        let moved = environment.folder("REASONIX_HOME");
        let home = moved.clone().or_else(|| platform_home(environment)).ok_or(ConfigError::NoHome)?;
        let state = environment.folder("REASONIX_STATE_HOME").unwrap_or_else(|| home.clone());
        let cache = environment
            .folder("REASONIX_CACHE_HOME")
            .or_else(|| moved.map(|home| home.join("cache")))
            .or_else(|| platform_cache(environment))
            .unwrap_or_else(|| home.join("cache"));
        Ok(Self { home, state, cache })
    }

    /// The user's configuration file.
    pub fn config_file(&self) -> PathBuf {
        self.home.join("config.toml")
    }

    /// The file of provider keys, the only place they come from.
    pub fn env_file(&self) -> PathBuf {
        self.home.join(".env")
    }

    pub fn sessions(&self) -> PathBuf {
        self.state.join("sessions")
    }

    pub fn logs(&self) -> PathBuf {
        self.state.join("logs")
    }
}

fn platform_home(environment: &Environment) -> Option<PathBuf> {
    match environment.platform {
        Platform::Windows => environment.absolute_folder("APPDATA").map(|data| data.join("reasonix")),
        Platform::Unix | Platform::MacOs => environment.home.as_ref().map(|home| home.join(".reasonix")),
    }
}

fn platform_cache(environment: &Environment) -> Option<PathBuf> {
    let home = environment.home.as_ref();
    match environment.platform {
        Platform::Windows => {
            environment.absolute_folder("LOCALAPPDATA").map(|data| data.join("reasonix").join("cache"))
        }
        Platform::MacOs => home.map(|home| home.join("Library/Caches/reasonix")),
        Platform::Unix => environment
            .absolute_folder("XDG_CACHE_HOME")
            .or_else(|| home.map(|home| home.join(".cache")))
            .map(|caches| caches.join("reasonix")),
    }
}

// The paths in these tests are absolute on Unix only.
#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn environment(platform: Platform, variables: &[(&str, &str)]) -> Environment {
        Environment {
            variables: variables.iter().map(|(name, value)| (name.into(), value.into())).collect(),
            home: Some("/home/u".into()),
            current_folder: "/here".into(),
            platform,
        }
    }

    #[test]
    fn variables_move_folders() {
        let check = |platform, variables: &[(&str, &str)], home: &str, state: &str, cache: &str| {
            let found = Locations::new(&environment(platform, variables)).unwrap();
            let expected = Locations { home: home.into(), state: state.into(), cache: cache.into() };
            assert_eq!(found, expected, "{variables:?}");
        };
        let unix = Platform::Unix;
        let (own, cache) = ("/home/u/.reasonix", "/home/u/.cache/reasonix");
        check(unix, &[], own, own, cache);
        check(unix, &[("XDG_CACHE_HOME", "/c")], own, own, "/c/reasonix");
        check(unix, &[("XDG_CACHE_HOME", "relative")], own, own, cache);
        check(unix, &[("REASONIX_HOME", "/r")], "/r", "/r", "/r/cache");
        check(unix, &[("REASONIX_HOME", "")], own, own, cache);
        check(unix, &[("REASONIX_HOME", "r/../s")], "/here/s", "/here/s", "/here/s/cache");
        check(unix, &[("REASONIX_STATE_HOME", "/s")], own, "/s", cache);
        check(unix, &[("REASONIX_CACHE_HOME", "/c")], own, own, "/c");
        check(unix, &[("REASONIX_HOME", "/r"), ("REASONIX_CACHE_HOME", "/c")], "/r", "/r", "/c");
        check(unix, &[("REASONIX_HOME", "/r"), ("REASONIX_STATE_HOME", "/s")], "/r", "/s", "/r/cache");
        check(Platform::MacOs, &[], own, own, "/home/u/Library/Caches/reasonix");
        let windows = [("AppData", "/A"), ("LOCALAPPDATA", "/L")];
        check(Platform::Windows, &windows, "/A/reasonix", "/A/reasonix", "/L/reasonix/cache");
    }

    #[test]
    fn files_lie_in_their_folders() {
        let locations =
            Locations::new(&environment(Platform::Unix, &[("REASONIX_HOME", "/r"), ("REASONIX_STATE_HOME", "/s")]))
                .unwrap();
        assert_eq!(locations.config_file(), Path::new("/r/config.toml"));
        assert_eq!(locations.env_file(), Path::new("/r/.env"));
        assert_eq!(locations.sessions(), Path::new("/s/sessions"));
        assert_eq!(locations.logs(), Path::new("/s/logs"));
    }

    #[test]
    fn without_a_home_folder_there_is_a_clear_error() {
        let mut homeless = environment(Platform::Unix, &[]);
        homeless.home = None;
        assert!(matches!(Locations::new(&homeless), Err(ConfigError::NoHome)));
        homeless.variables.insert("REASONIX_HOME".into(), "/r".into());
        assert_eq!(Locations::new(&homeless).unwrap().cache, Path::new("/r/cache"));
    }
}
