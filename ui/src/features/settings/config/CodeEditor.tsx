// CodeMirror for TOML: marks problems at their places and completes keys. It lives in a shadow root, because its style
// sheets are then adopted and not inlined, which the desktop's content security policy forbids.

import { autocompletion, completionKeymap, type Completion, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { StreamLanguage } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useImperativeHandle, useRef } from "react";
import type { Suggestion, Suggestions } from "./completion";
import styles from "./Config.module.css";
import { editorLook } from "./editor-look";

/** A problem at a place; line and column from 1. */
export interface Mark {
  line: number;
  column?: number | undefined;
  severity: "error" | "warning";
  message: string;
}

export interface EditorHandle {
  goToLine: (line: number) => void;
}

interface CodeEditorProps {
  text: string;
  /** Without edits another text replaces the one shown. With edits the editor is ahead of what comes back from it, and
   * putting that in again would undo what was typed meanwhile. */
  isEdited: boolean;
  label: string;
  completionsLabel: string;
  marks: readonly Mark[];
  readOnly: boolean;
  suggest: (text: string, at: number) => Suggestions | undefined;
  onText: (text: string) => void;
  onSave: () => void;
  ref?: React.Ref<EditorHandle>;
}

export function CodeEditor({
  text,
  isEdited,
  label,
  completionsLabel,
  marks,
  readOnly,
  suggest,
  onText,
  onSave,
  ref,
}: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const start = useRef(text);
  const newest = useRef({ suggest, onText, onSave });
  useEffect(() => {
    newest.current = { suggest, onText, onSave };
  });

  useEffect(() => {
    if (place.current === null) return;
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: "open" });
    const state = EditorState.create({
      doc: start.current,
      extensions: [
        ...basics(label, completionsLabel),
        EditorState.readOnly.of(readOnly),
        autocompletion({ override: [(context) => complete(context, newest.current.suggest)], icons: false }),
        keymap.of([{ key: "Mod-s", run: () => save(newest.current.onSave) }]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) newest.current.onText(update.state.doc.toString());
        }),
      ],
    });
    const view = new EditorView({ state, root, parent: root });
    editor.current = view;
    return () => {
      start.current = view.state.doc.toString();
      view.destroy();
    };
  }, [label, completionsLabel, readOnly]);

  useEffect(() => {
    const view = editor.current;
    if (view === undefined || isEdited || view.state.doc.toString() === text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  }, [text, isEdited]);

  useEffect(() => {
    const view = editor.current;
    if (view)
      view.dispatch(
        setDiagnostics(
          view.state,
          marks.map((mark) => diagnosticOf(view.state, mark)),
        ),
      );
  }, [marks]);

  useImperativeHandle(ref, () => ({
    goToLine: (line) => {
      const view = editor.current;
      if (view === undefined) return;
      const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
  }));

  return <div ref={place} className={styles.code} />;
}

/** Keys that were used up. */
function save(onSave: () => void): boolean {
  onSave();
  return true;
}

function basics(label: string, completionsLabel: string): Extension[] {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    StreamLanguage.define(toml),
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorState.phrases.of({ Completions: completionsLabel }),
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.lineWrapping,
    editorLook,
  ];
}

function complete(context: CompletionContext, suggest: CodeEditorProps["suggest"]) {
  const found = suggest(context.state.doc.toString(), context.pos);
  // On an empty place it waits to be asked.
  if (found === undefined || (!context.explicit && found.from === context.pos)) return null;
  return { from: found.from, options: found.options.map(completionOf) };
}

function completionOf({ label, kind, detail, insert }: Suggestion): Completion {
  return {
    label,
    type: kind,
    ...(detail === undefined ? {} : { info: detail }),
    ...(insert === undefined ? {} : { apply: insert }),
  };
}

/** From its column to the end of its line; a problem without a column marks the whole line. */
function diagnosticOf(state: EditorState, { line, column, severity, message }: Mark): Diagnostic {
  const at = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  const from = Math.min(at.from + Math.max((column ?? 1) - 1, 0), at.to);
  return { from, to: Math.max(at.to, from), severity, message };
}
