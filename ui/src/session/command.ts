// The exact command of a call of the shell. The subject of such a call is one line of it, and may be cut.

/** Undefined for other tools, and where the arguments hold no command. */
export function commandOf({ tool, args }: { tool: string; args: string }): string | undefined {
  if (tool !== "bash") return undefined;
  try {
    const { command } = JSON.parse(args) as { command?: unknown };
    return typeof command === "string" ? command : undefined;
  } catch {
    return undefined;
  }
}
