import { expect, it } from "vitest";
import { EMPTY_CALL, made } from "./test-call";

it("nothing is tested before something is typed", () => {
  expect(made(EMPTY_CALL)).toBeUndefined();
  expect(made({ ...EMPTY_CALL, subject: "  " })).toBeUndefined();
});

it("a command goes into its arguments to the letter", () => {
  expect(made({ ...EMPTY_CALL, subject: ' echo "a" ' })).toEqual({
    tool: "bash",
    args: '{"command":" echo \\"a\\" "}',
  });
});

it("arguments of another tool must be JSON", () => {
  const other = { ...EMPTY_CALL, form: "other" as const, tool: "mcp__x__y" };
  expect(made({ ...other, args: '{"a":1}' })).toEqual({ tool: "mcp__x__y", args: '{"a":1}' });
  expect(made({ ...other, args: "{" })).toHaveProperty("fault");
});
