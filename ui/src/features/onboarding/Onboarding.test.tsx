import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ProviderPreset } from "../../bindings/protocol";
import { ABOUT, type FakeHost, fakeHost, refuse } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import Onboarding from "./Onboarding";

const preset: ProviderPreset = {
  title: "DeepSeek",
  entry: {
    name: "deepseek",
    kind: "openai",
    base_url: "https://api.deepseek.com",
    models: [],
    api_key_env: "DEEPSEEK_API_KEY",
  },
  other_base_urls: [],
};

let host: FakeHost;
const onDone = vi.fn();

beforeEach(() => {
  onDone.mockReset();
  host = fakeHost({
    models: { models: [], default_model: null, default_origin: { from: "default" } },
    providers: {
      providers: [],
      default_model: null,
      default_origin: { from: "default" },
      keys: [],
      config_file: "/h/config.toml",
      key_file: "/h/.env",
    },
    provider_presets: { presets: [preset] },
    local_servers: { servers: [] },
    workspaces: { workspaces: [] },
    provider_models: { models: [{ id: "deepseek-chat", context_window: 64000 }, { id: "deepseek-reasoner" }] },
    provider_save: { config_file: "/h/config.toml", config_changed: true, key_file: "/h/.env", outranked_by: null },
    tour_start: { session: "tour", workspace: "/tmp/tour" },
    workspace_open: { path: "/home/you/other", name: "other", exists: true },
  });
});

it("Escape leaves the field, then the form, then the set-up", async () => {
  const { user } = show(<Onboarding onDone={onDone} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await user.click(await screen.findByRole("button", { name: /DeepSeek/ }));
  await user.type(screen.getByLabelText("Key"), "sk-1");
  await user.keyboard("{Escape}");
  expect(screen.getByLabelText("Key")).toHaveValue("sk-1");
  expect(screen.getByLabelText("Key")).not.toHaveFocus();
  await user.keyboard("{Escape}");
  expect(await screen.findByRole("button", { name: /DeepSeek/ })).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onDone).toHaveBeenCalledOnce();
});

it("a vendor is set up from its key to its models, and the key goes out once", async () => {
  const { user } = show(<Onboarding onDone={onDone} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await user.click(await screen.findByRole("button", { name: /DeepSeek/ }));
  await user.type(screen.getByLabelText("Key"), "sk-1");
  await user.click(screen.getByRole("button", { name: "Test connection" }));
  await user.click(await screen.findByRole("checkbox", { name: "deepseek-reasoner" }));
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("heading", { name: "Open a folder" });
  expect(host.asked).toContainEqual(
    expect.objectContaining({
      command: "provider_save",
      params: {
        entry: { ...preset.entry, models: ["deepseek-reasoner"], models_url: null },
        key: "sk-1",
        make_default: true,
      },
    }),
  );
});

it("each step gets the focus that the one before had", async () => {
  const { user } = show(<Onboarding onDone={onDone} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByRole("button", { name: /Model/, current: "step" })).toHaveFocus();
  await user.click(await screen.findByRole("button", { name: /DeepSeek/ }));
  expect(screen.getByLabelText("Key")).toHaveFocus();
  await user.keyboard("sk-1");
  await user.click(screen.getByRole("button", { name: "Test connection" }));
  await user.click(await screen.findByRole("checkbox", { name: "deepseek-chat" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("button", { name: /Folder/, current: "step" })).toHaveFocus());
});

it("a missing key and a missing model are told at their fields", async () => {
  const { user } = show(<Onboarding onDone={onDone} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await user.click(await screen.findByRole("button", { name: /DeepSeek/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByLabelText("Key")).toHaveAccessibleDescription(/This vendor wants a key/);
  // There is no list to choose from yet.
  const names = screen.getByRole("textbox", { name: "Model names, one a line" });
  expect(names).toHaveAccessibleDescription(/Test the connection to choose among its models, or write a model's name/);
  await user.type(names, "m-1");
  expect(names).toHaveValue("m-1");
  expect(names).not.toHaveAccessibleDescription(/Test the connection/);
  expect(host.asked.some(({ command }) => command === "provider_save")).toBe(false);
});

it("an endpoint that refuses says why, in place, and what was typed stays", async () => {
  host.answer({ provider_models: refuse("model_missing_key", { provider: "deepseek", message: "the key" }) });
  const { user } = show(<Onboarding onDone={onDone} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await user.click(await screen.findByRole("button", { name: /DeepSeek/ }));
  await user.type(screen.getByLabelText("Key"), "sk-1");
  await user.click(screen.getByRole("button", { name: "Test connection" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("deepseek needs a key");
  expect(screen.getByLabelText("Key")).toHaveValue("sk-1");
});

it("it can be left, and goes on at the same step", async () => {
  const { user, unmount } = show(<Onboarding onDone={onDone} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await user.click(screen.getByRole("button", { name: "Later" }));
  expect(onDone).toHaveBeenCalled();
  unmount();
  show(<Onboarding onDone={onDone} />);
  expect(screen.getByRole("button", { name: /Model/ })).toHaveAttribute("aria-current", "step");
});

it("the tour needs no model", async () => {
  const { user } = show(<Onboarding onDone={onDone} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await user.click(await screen.findByRole("button", { name: "Take the tour" }));
  await waitFor(() => expect(location.hash).toBe("#/session/tour"));
  const text = "A test fails. Find out why and mend it.";
  await waitFor(() =>
    expect(host.submitted).toEqual([{ session: "tour", op: { type: "start_turn", input: [{ type: "text", text }] } }]),
  );
  expect(onDone).toHaveBeenCalled();
});

it("where providers may not be set up from here, that is said", async () => {
  host.answer({ about: { ...ABOUT, exposed: [] } });
  const { user } = show(<Onboarding onDone={onDone} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(/Models cannot be set up from here/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /DeepSeek/ })).toBeNull();
});

it("another folder is found by walking to it", async () => {
  host.answer({
    folder_list: ({ path }) =>
      path === "/home/you" ? { path, parent: "/home", folders: ["other"] } : { path, parent: "/home/you", folders: [] },
  });
  const { user } = show(<Onboarding onDone={onDone} />);
  await user.click(screen.getByRole("button", { name: /Folder/ }));
  await user.click(await screen.findByRole("button", { name: "Choose another folder…" }));
  await user.click(await screen.findByRole("button", { name: "other" }));
  await screen.findByText("No folders in here. You can still open it.");
  await user.click(screen.getByRole("button", { name: "Open this folder" }));
  await waitFor(() =>
    expect(host.asked).toContainEqual(
      expect.objectContaining({ command: "workspace_open", params: { path: "/home/you/other" } }),
    ),
  );
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});
