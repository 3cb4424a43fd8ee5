// What can be done about a problem, in place: one table from codes to ways. Pure.

import type { Problem } from "../../bindings/protocol";

/** `again` does the same once more; the others lead to where the cause is mended. */
export type Way =
  | "again"
  | "choose_model"
  | "provider"
  | "key"
  | "set_up"
  | "tour"
  | "new_session"
  | "open_folder"
  | "edit_config";

/** The likeliest way first. */
const WAYS: Readonly<Record<string, readonly Way[]>> = {
  model_unauthorized: ["key", "choose_model"],
  model_missing_key: ["key", "choose_model"],
  provider_bad_key: ["key"],
  model_forbidden: ["choose_model", "key"],
  model_quota_exhausted: ["choose_model", "again"],
  model_rate_limited: ["again", "choose_model"],
  model_server_error: ["again", "choose_model"],
  model_timed_out: ["again", "choose_model"],
  model_stream_cut: ["again", "choose_model"],
  model_unreachable: ["again", "provider"],
  model_malformed: ["provider", "choose_model"],
  model_not_found: ["choose_model", "provider"],
  model_rejected: ["choose_model", "provider"],
  model_too_long: ["new_session", "choose_model"],
  provider_bad_header: ["edit_config"],
  provider_bad_url: ["provider"],
  answer_cut_by_length: ["again", "choose_model"],
  answer_empty: ["again", "choose_model"],
  answer_filtered: ["choose_model"],
  session_model_gone: ["choose_model"],
  session_broke_off: ["again"],
  session_closed: ["again"],
  session_corrupt: ["new_session"],
  session_never_began: ["new_session"],
  session_newer_version: ["new_session"],
  session_not_found: ["new_session"],
  session_workspace_gone: ["open_folder"],
  workspace_is_home: ["open_folder"],
  workspace_is_root: ["open_folder"],
  workspace_unusable: ["open_folder"],
  config_no_model: ["set_up", "tour"],
  no_model: ["set_up", "tour"],
  config_unknown_model: ["choose_model", "edit_config"],
  config_misspelled_model: ["choose_model", "edit_config"],
  disk_full: ["again"],
  server_unreachable: ["again"],
};

export function waysOut({ code, retryable }: Problem): readonly Way[] {
  const listed = WAYS[code];
  if (listed !== undefined) return listed;
  if (code.startsWith("config_") || code.startsWith("rule_")) return ["edit_config"];
  return retryable === true ? ["again"] : [];
}
