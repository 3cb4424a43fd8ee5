// Names of postures, modes, decisions and scopes in the catalogue.

import type { Decision, Mode, Posture, Scope } from "../../bindings/protocol";
import type { Tone } from "../../components";

export const POSTURES: readonly Posture[] = ["ask", "accept-edits", "auto", "yolo", "dont-ask"];

export const POSTURE_NAME: Record<Posture, string> = {
  ask: "ui.posture.ask",
  "accept-edits": "ui.posture.accept_edits",
  auto: "ui.posture.auto",
  yolo: "ui.posture.yolo",
  "dont-ask": "ui.posture.dont_ask",
};

export const POSTURE_TEXT: Record<Posture, string> = {
  ask: "ui.posture_text.ask",
  "accept-edits": "ui.posture_text.accept_edits",
  auto: "ui.posture_text.auto",
  yolo: "ui.posture_text.yolo",
  "dont-ask": "ui.posture_text.dont_ask",
};

export const MODE_NAME: Record<Mode, string> = { normal: "ui.mode.normal", plan: "ui.mode.plan" };

export const DECISION_NAME: Record<Decision, string> = {
  allow: "ui.tester.decision_allow",
  ask: "ui.tester.decision_ask",
  deny: "ui.tester.decision_deny",
};

export const DECISION_TONE: Record<Decision, Tone> = { allow: "ok", ask: "warn", deny: "danger" };

export const SCOPE_NAME: Record<Scope, string> = {
  once: "ui.scope.once",
  session: "ui.scope.session",
  always: "ui.scope.always",
  prefix: "ui.scope.prefix",
};
