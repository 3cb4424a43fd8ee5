// Colours of the editor, from the tokens, so that both themes follow.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const theme = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--text)",
    backgroundColor: "var(--surface)",
    font: "var(--code)",
    fontVariantLigatures: "none",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { font: "var(--code)", fontVariantLigatures: "none", overflow: "auto" },
  // The place around it shows the focus: gutters would lie over a frame of the editor's own.
  ".cm-content": { caretColor: "var(--text)", outline: "none" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--surface)", borderRight: "1px solid var(--border)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--raised) 60%, transparent)" },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--border)",
    borderRadius: "6px",
    boxShadow: "var(--shadow)",
    font: "var(--ui)",
  },
  ".cm-tooltip-autocomplete > ul": { font: "var(--code)", maxHeight: "240px" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "3px 8px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--on-accent)", backgroundColor: "var(--accent)" },
  ".cm-completionInfo": { maxWidth: "320px", padding: "6px 8px" },
  ".cm-diagnostic": { padding: "4px 8px", borderLeft: "3px solid var(--warn)", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--danger)" },
});

const highlight = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--plan)" },
  { tag: [tags.propertyName, tags.keyword], color: "var(--accent)" },
]);

export const editorLook = [theme, syntaxHighlighting(highlight)];
