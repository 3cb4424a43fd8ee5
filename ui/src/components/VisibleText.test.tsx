import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { VisibleText } from "./VisibleText";

const shown = (view: React.ReactNode) => render(view).container.textContent;

test("an ellipsis is marked, but the engine's own is not", () => {
  expect(shown(<VisibleText text="go test ./…" />)).toBe("go test ./…⟨U+2026⟩");
  expect(shown(<VisibleText isBeginning text="go test ./… && ls…" />)).toBe("go test ./…⟨U+2026⟩ && ls…");
  expect(shown(<VisibleText isBeginning text={"ls\u202e"} />)).toBe("ls⟨U+202E⟩");
});
