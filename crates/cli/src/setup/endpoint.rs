//! Asking an endpoint for its models: the test of address and key.

use super::plan::Plan;
use crate::{terminal::Style, texts::Texts};
use reasonix_controller::Client;
use reasonix_protocol::{Command, Problem, Reply, command::ProviderModelsParams};

/// The models it lists, in its order; `None` if it answered but keeps no list. What happens is told on stderr.
pub(super) async fn ask(client: &Client, plan: &Plan, texts: Texts) -> Result<Option<Vec<String>>, Problem> {
    let Style { dim, green, yellow, reset, .. } = Style::of_stderr();
    let entry = &plan.entry;
    let address = entry.base_url.as_deref().unwrap_or(&entry.name);
    eprintln!("{dim}{}{reset}", texts.get("setup.testing", &[("address", address)]));
    let params = ProviderModelsParams { entry: entry.clone(), key: plan.key.clone() };
    match client.call(Command::ProviderModels(params)).await? {
        Reply::ProviderModels(reply) => {
            let models = reply.models.map(|models| models.into_iter().map(|model| model.id).collect::<Vec<_>>());
            match &models {
                Some(models) => {
                    let count = models.len().to_string();
                    eprintln!("{green}{}{reset}", texts.get("setup.test_passed", &[("count", &count)]));
                }
                None => eprintln!("{yellow}{}{reset}", texts.get("setup.test_without_list", &[])),
            }
            Ok(models)
        }
        _ => Err(Problem::new("reply_unexpected")),
    }
}
