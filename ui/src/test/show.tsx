// Shows a view as the shell would, and looks for what keeps people out of it.

import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { type ReactNode, Suspense } from "react";
import { expect } from "vitest";
import { TooltipProvider } from "../components";
import { Toasts } from "../app/Toasts";
import { queryClient } from "../data";

export function show(view: ReactNode) {
  const user = userEvent.setup();
  // Around what is drawn anew as well, which would begin from nothing otherwise.
  return { user, ...render(view, { wrapper: Shell }) };
}

function Shell({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <div>
          <Suspense fallback={null}>{children}</Suspense>
        </div>
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** Contrast cannot be told without a layout; the browser tests look at it. */
export async function expectAccessible(root: Element = document.body): Promise<void> {
  const rules = {
    "color-contrast": { enabled: false },
    region: { enabled: false },
    "page-has-heading-one": { enabled: false },
  };
  const { violations } = await axe.run(root, { rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
