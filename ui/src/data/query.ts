// Commands that ask, through the query cache: one key per command, parameters and workspace.

import { QueryClient, type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import type { Problem } from "../bindings/protocol";
import { type CommandName, call, type DataOf, type ParamsOf } from "./call";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, problem) => failures < 2 && (problem as unknown as Problem).retryable === true,
      // Signals tell what is stale; the clock need not.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    },
  },
});

export function queryKey<C extends CommandName>(command: C, params?: ParamsOf<C>, workspace?: string) {
  return [command, workspace ?? "", params ?? null] as const;
}

interface Options {
  workspace?: string | undefined;
  /** Nothing is asked while false. */
  enabled?: boolean;
  /** Keep showing the former answer while the next one comes. */
  keepFormer?: boolean;
}

export function useCommand<C extends CommandName>(
  command: C,
  params: ParamsOf<C>,
  options: Options = {},
): UseQueryResult<DataOf<C>, Problem> {
  const { workspace, enabled = true, keepFormer = false } = options;
  return useQuery<DataOf<C>, Problem>({
    queryKey: queryKey(command, params, workspace),
    // The cache wants a value; commands with nothing to tell give null.
    queryFn: async () => (await call(command, params, workspace)) ?? (null as DataOf<C>),
    enabled,
    ...(keepFormer ? { placeholderData: (former: unknown) => former as never } : {}),
  });
}

/** A command that changes something. What it makes stale is in `stale.ts`, or told by a signal. */
export function useAct<C extends CommandName>(command: C, workspace?: string) {
  return useMutation<DataOf<C>, Problem, ParamsOf<C>>({
    mutationFn: (params) => call(command, params, workspace),
    onSuccess: () => markStale(STALE_AFTER[command] ?? []),
  });
}

/** Commands whose effect no signal tells to the one who called. */
const STALE_AFTER: Partial<Record<CommandName, readonly CommandName[]>> = {
  session_edit: ["sessions_list", "sessions_search"],
  session_delete: ["sessions_list", "sessions_search"],
  session_restore: ["sessions_list", "sessions_search"],
  session_open: ["sessions_list"],
  tour_start: ["sessions_list", "workspaces"],
  workspace_open: ["workspaces"],
  workspace_forget: ["workspaces", "sessions_list"],
  config_set: ["config_show", "config_file", "models", "providers"],
  config_unset: ["config_show", "config_file", "models", "providers"],
  config_save: ["config_show", "config_file", "models", "providers", "permissions_check"],
  provider_save: ["providers", "models", "config_show", "config_file"],
  provider_remove: ["providers", "models", "config_show", "config_file"],
  permissions_forget: ["permissions_list"],
};

export function markStale(commands: readonly CommandName[]): void {
  for (const command of commands) void queryClient.invalidateQueries({ queryKey: [command] });
}
