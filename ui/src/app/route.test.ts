import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { hashOf, parseRoute, type Route, useRoute } from "./route";

test.each<[string, Route]>([
  ["", { view: "home" }],
  ["#/", { view: "home" }],
  ["#/session/20261130-1", { view: "session", session: "20261130-1" }],
  ["#/session/", { view: "home" }],
  ["#/settings", { view: "settings", page: "models" }],
  ["#/settings/permissions", { view: "settings", page: "permissions" }],
  ["#/settings/models/my%20vendor", { view: "settings", page: "models", of: "my vendor" }],
  ["#/nowhere", { view: "home" }],
  ["#token=abc", { view: "home" }],
])("%s", (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
  if (route.view !== "home") expect(parseRoute(hashOf(route))).toEqual(route);
});

test("an address without a hash is one route and no endless change", () => {
  history.replaceState(null, "", "/");
  const { result, rerender } = renderHook(useRoute);
  const first = result.current;
  rerender();
  expect(result.current).toBe(first);
});
