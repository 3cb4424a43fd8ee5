// A call being made up for a test: which tool, and its arguments as JSON text. Pure.

export type Form = "bash" | "read_file" | "write_file" | "other";

export interface TestCall {
  form: Form;
  /** A command or a path. */
  subject: string;
  /** For another tool: its name and its arguments. */
  tool: string;
  args: string;
}

export const EMPTY_CALL: TestCall = { form: "bash", subject: "", tool: "", args: "{}" };

export type MadeCall = { tool: string; args: string } | { fault: string } | undefined;

/** Undefined while there is nothing to test yet; a fault is the parser's own words about the JSON. */
export function made({ form, subject, tool, args }: TestCall): MadeCall {
  const what = subject.trim();
  switch (form) {
    case "bash":
      return what === "" ? undefined : { tool: form, args: JSON.stringify({ command: subject }) };
    case "read_file":
      return what === "" ? undefined : { tool: form, args: JSON.stringify({ path: what }) };
    case "write_file":
      return what === "" ? undefined : { tool: form, args: JSON.stringify({ path: what, content: "" }) };
    case "other":
      return tool.trim() === "" ? undefined : otherCall(tool.trim(), args);
  }
}

function otherCall(tool: string, args: string): MadeCall {
  try {
    JSON.parse(args);
    return { tool, args };
  } catch (thrown) {
    return { fault: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
