//! `web_fetch`: a page of the public internet as text.

use crate::{
    blocking::blocking,
    web::{Web, WebSettings, fetch, read_link},
};
use reasonix_permission::{Family, PlanSafety, Touches};
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use reqwest::Url;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Such as `https://docs.rs/serde`.
    #[serde(alias = "uri", alias = "address")]
    url: String,
}

impl Arguments {
    fn read(args: &Args) -> Result<Url, ToolError> {
        let arguments: Self = args.to()?;
        read_link(&arguments.url).map_err(|reason| {
            ToolError::answer(format!(
                "{} was not fetched: {reason}. Give the address of a public page.",
                arguments.url
            ))
        })
    }
}

/// The tool.
pub(crate) struct WebFetch {
    spec: ToolSpec,
    web: Web,
}

impl WebFetch {
    pub(crate) fn new(settings: WebSettings) -> Self {
        let spec = ToolSpec::new::<Arguments>("web_fetch", include_str!("web_fetch.md"), Family::Own, true);
        // It changes nothing here, but an address can carry out what the model has read: where to, the user decides.
        let spec = ToolSpec { trusted: false, plan: PlanSafety::Safe, ..spec };
        Self { spec, web: Web::new(settings) }
    }
}

impl Tool for WebFetch {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, _workspace: &Workspace) -> Result<Description, ToolError> {
        let url = Arguments::read(args)?;
        Ok(Description { subject: url.to_string(), touches: Touches::urls([url.into()]) })
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let url = Arguments::read(call.args())?;
            let fetched = tokio::select! {
                fetched = fetch(&self.web, &url) => fetched,
                () = cx.cancel.cancelled() => return Err(ToolError::answer("Stopped before it finished.")),
            };
            let fetched =
                fetched.map_err(|failure| ToolError::answer(format!("{url} was not fetched: {}.", failure.0)))?;
            blocking(move || Ok(Output::text(fetched.text()))).await
        })
    }
}
