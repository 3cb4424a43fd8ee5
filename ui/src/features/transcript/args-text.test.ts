import { expect, test } from "vitest";
import { argsText } from "./args-text";

test.each([
  { what: "one line each", args: '{"path":"a.rs","limit":3}', text: "path: a.rs\nlimit: 3" },
  { what: "lines below their name", args: '{"new_string":"fn a() {\\n}"}', text: "new_string:\n  fn a() {\n  }" },
  { what: "lists as they are", args: '{"paths":["a","b"]}', text: 'paths: ["a","b"]' },
  { what: "what is no object as it came", args: "[1]", text: "[1]" },
  { what: "what is broken as it came", args: '{"path":', text: '{"path":' },
])("arguments are shown: $what", ({ args, text }) => {
  expect(argsText(args)).toBe(text);
});
