import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { useEscape } from "../../../app/escape";
import type { ConfiguredProvider } from "../../../bindings/protocol";
import { ABOUT, type FakeHost, fakeHost, refuse } from "../../../test/fake-host";
import { expectAccessible, show } from "../../../test/show";
import { ModelsPage } from "./ModelsPage";

const user = { from: "user", file: "/h/config.toml", line: 3 } as const;
const project = { from: "project", file: "/w/reasonix.toml", line: 1 } as const;
const provider = (name: string, more: Partial<ConfiguredProvider> = {}): ConfiguredProvider => ({
  entry: {
    name,
    kind: "openai",
    base_url: `https://${name}.example/v1`,
    models: ["m1", "m2"],
    api_key_env: `${name.toUpperCase()}_API_KEY`,
  },
  origin: user,
  ...more,
});
const known = {
  providers: [provider("one"), provider("two", { origin: project })],
  default_model: "one/m1",
  default_origin: user,
  keys: ["ONE_API_KEY"],
  config_file: "/h/config.toml",
  key_file: "/h/.env",
};
const choice = (reference: string) => ({ reference, provider: "one", provider_title: "One", model: "m1" });

let host: FakeHost;
beforeEach(() => {
  host = fakeHost({
    providers: known,
    models: { models: [choice("one/m1"), choice("one/m2")], default_model: "one/m1", default_origin: user },
    provider_presets: { presets: [] },
    local_servers: { servers: [] },
    provider_models: { models: [{ id: "m1" }, { id: "m3" }] },
    provider_save: { config_file: "/h/config.toml", config_changed: true, key_file: null, outranked_by: null },
    provider_remove: undefined,
  });
});

it("shows which keys are there, and that a project's entry is changed elsewhere", async () => {
  show(<ModelsPage />);
  expect(await screen.findByText("Key set (ONE_API_KEY)")).toBeVisible();
  expect(screen.getByText("Key missing (TWO_API_KEY)")).toBeVisible();
  expect(screen.getByText("From the project's reasonix.toml; change it there.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit two" })).toBeNull();
  await expectAccessible();
});

it("a kept key is kept when an entry is changed without typing one", async () => {
  const { user: person } = show(<ModelsPage />);
  await person.click(await screen.findByRole("button", { name: "Edit one" }));
  expect(screen.getByLabelText("Key")).toHaveValue("");
  await person.click(screen.getByRole("checkbox", { name: "m2" }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(host.asked).toContainEqual(
      expect.objectContaining({
        command: "provider_save",
        params: { entry: expect.objectContaining({ name: "one", models: ["m1"] }), key: null, make_default: false },
      }),
    ),
  );
});

it("removing asks first, in place", async () => {
  const { user: person } = show(<ModelsPage />);
  await person.click(await screen.findByRole("button", { name: "Remove one" }));
  expect(host.asked.some(({ command }) => command === "provider_remove")).toBe(false);
  await person.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() =>
    expect(host.asked).toContainEqual(expect.objectContaining({ command: "provider_remove", params: { name: "one" } })),
  );
});

function Around({ leave }: { leave: () => void }) {
  useEscape(leave);
  return <ModelsPage />;
}

it("Escape takes back the wish to remove, and nothing else", async () => {
  const leave = vi.fn();
  const { user: person } = show(<Around leave={leave} />);
  await person.click(await screen.findByRole("button", { name: "Remove one" }));
  await person.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "Remove one" })).toHaveFocus();
  expect(leave).not.toHaveBeenCalled();
  expect(host.asked.some(({ command }) => command === "provider_remove")).toBe(false);
});

it("a connection is tested where the provider stands", async () => {
  host.answer({ provider_models: refuse("model_missing_key", { provider: "one", message: "ONE_API_KEY" }) });
  const { user: person } = show(<ModelsPage />);
  await person.click((await screen.findAllByRole("button", { name: "Test connection" }))[0] as HTMLElement);
  expect(await screen.findByText(/one needs a key/)).toBeVisible();
});

it("by hand a name, an address and a model are wanted", async () => {
  const { user: person } = show(<ModelsPage />);
  await person.click(await screen.findByRole("button", { name: "Add a provider" }));
  await person.click(await screen.findByRole("button", { name: /Another address/ }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByLabelText("Name")).toHaveAccessibleDescription(/Give it a name of one word/);
  expect(screen.getByLabelText("Address (base URL)")).toHaveAccessibleDescription(/Write the address with http/);
  await expectAccessible();
});

it("what may not be changed from here is said, not hidden", async () => {
  host.answer({ about: { ...ABOUT, exposed: [] } });
  show(<ModelsPage />);
  expect(await screen.findByText("Providers cannot be changed from here.")).toBeVisible();
  expect(await screen.findByText("Key set (ONE_API_KEY)")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add a provider" })).toBeNull();
});

it("whoever comes for one provider changes that one, and goes back when it is saved", async () => {
  location.hash = "#/session/s1";
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  location.hash = "#/settings/models/one";
  const { user: person } = show(<ModelsPage of="one" />);
  await person.type(await screen.findByLabelText("Key"), "sk-2");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(location.hash).toBe("#/session/s1"));
  expect(host.asked).toContainEqual(
    expect.objectContaining({ command: "provider_save", params: expect.objectContaining({ key: "sk-2" }) }),
  );
});
