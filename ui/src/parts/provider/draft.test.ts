import { describe, expect, it } from "vitest";
import {
  byHand,
  cleaned,
  connectionFaults,
  type Draft,
  faultsOf,
  fromPreset,
  fromServer,
  modelsToShow,
  namesIn,
  withFirst,
} from "./draft";

const preset = {
  title: "DeepSeek",
  entry: {
    name: "deepseek",
    kind: "openai" as const,
    base_url: "https://api.deepseek.com",
    models: [],
    api_key_env: "DEEPSEEK_API_KEY",
  },
  other_base_urls: [],
};
const draft = (more: Partial<Draft["entry"]> = {}, key = "k"): Draft => {
  const made = fromPreset(preset, []);
  return { ...made, key, entry: { ...made.entry, ...more } };
};

describe("a draft", () => {
  it("wants a key where the vendor does, unless one is kept", () => {
    expect(connectionFaults(draft({}, " "))).toEqual({ key: "ui.providers.need_key" });
    expect(connectionFaults(fromPreset(preset, ["DEEPSEEK_API_KEY"]))).toEqual({});
    expect(
      connectionFaults(fromServer({ name: "LM Studio", base_url: "http://localhost:1234/v1", models: [] })),
    ).toEqual({});
  });
  it("wants an address with its scheme", () => {
    expect(
      connectionFaults({ ...byHand(), entry: { ...byHand().entry, base_url: "api.example.com" } }).address,
    ).toBeDefined();
    expect(connectionFaults(draft({ base_url: null })).address).toBeUndefined();
  });
  it("wants a name of one word and a model before it is saved", () => {
    expect(faultsOf(draft({ name: "a/b", models: ["m"] }))).toEqual({ name: "ui.providers.need_name" });
    expect(faultsOf(draft())).toEqual({ models: "ui.providers.need_model" });
    expect(faultsOf(draft({ models: ["m"] }))).toEqual({});
  });
  it("of a server on this machine has a name of one word", () => {
    expect(fromServer({ name: "LM Studio", base_url: "http://localhost:1234/v1", models: [] }).entry.name).toBe(
      "lm-studio",
    );
  });
  it("is saved without what was left empty", () => {
    expect(
      cleaned({ ...preset.entry, name: " x ", base_url: "https://a.b/v1//", models_url: " ", api_key_env: "" }),
    ).toMatchObject({
      name: "x",
      base_url: "https://a.b/v1",
      models_url: null,
      api_key_env: null,
    });
  });
});

describe("models", () => {
  it("that are chosen stand first, also those that are not listed", () => {
    const shown = modelsToShow([{ id: "a" }, { id: "b", context_window: 8 }], ["b", "own"], "");
    expect(shown.map(({ id }) => id)).toEqual(["b", "own", "a"]);
    expect(modelsToShow([{ id: "a-pro" }, { id: "b" }], [], "PRO").map(({ id }) => id)).toEqual(["a-pro"]);
  });
  it("have one default, the first", () => {
    expect(withFirst(["a", "b"], "b")).toEqual(["b", "a"]);
  });
  it("may be typed by name", () => {
    expect(namesIn("a, b\n\n a \nc")).toEqual(["a", "b", "c"]);
  });
});
