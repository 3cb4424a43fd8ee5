import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { call, useSignInNeed } from "../data";
import { fakeHost, refuse } from "../test/fake-host";
import { expectAccessible, show } from "../test/show";
import { SignIn } from "./SignIn";

afterEach(() => useSignInNeed.setState({ need: undefined, refusedLink: undefined }));

function shown(code: string, params: Record<string, string> = {}) {
  const signIn = vi.fn(async () => {});
  const host = fakeHost({ session_open: refuse(code, params) });
  Object.assign(host.platform, { signIn });
  return { signIn, host, ...show(<SignIn>the app</SignIn>) };
}

test("the server's wish to know who asks comes before everything else", async () => {
  const { signIn, user } = shown("not_signed_in", { by: "password" });
  expect(screen.getByText("the app")).toBeVisible();
  await call("session_open", { which: { type: "new" } }).catch(() => undefined);
  await user.type(await screen.findByLabelText("Link or password"), "secret{Enter}");
  expect(signIn).toHaveBeenCalledWith({ password: "secret" });
  expect(await screen.findByText("the app")).toBeVisible();
});

test("a launch link may be pasted whole, and its token alone", async () => {
  const { signIn, user } = shown("launch_token_required");
  for (const typed of ["http://127.0.0.1:1/#token=ab%2Fc", "ab/c"]) {
    await call("session_open", { which: { type: "new" } }).catch(() => undefined);
    await user.type(await screen.findByLabelText("Link or password"), `${typed}{Enter}`);
    expect(signIn).toHaveBeenLastCalledWith({ token: "ab/c" });
    expect(await screen.findByText("the app")).toBeVisible();
  }
});

test("a link that was refused is told until somebody has signed in", async () => {
  const { user } = shown("not_signed_in", { by: "token" });
  useSignInNeed.setState({ refusedLink: { code: "link_refused" } });
  await call("session_open", { which: { type: "new" } }).catch(() => undefined);
  expect(await screen.findByText("This link no longer works.")).toBeVisible();
  await expectAccessible();
  await user.type(screen.getByLabelText("Link or password"), "right{Enter}");
  expect(await screen.findByText("the app")).toBeVisible();
  await call("session_open", { which: { type: "new" } }).catch(() => undefined);
  await screen.findByLabelText("Link or password");
  expect(screen.queryByText("This link no longer works.")).toBeNull();
});

test("a page that may look can go on looking", async () => {
  const { user } = shown("launch_token_required");
  await call("session_open", { which: { type: "new" } }).catch(() => undefined);
  await screen.findByLabelText("Link or password");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByText("the app")).toBeVisible();
});
