// Whether the first start is shown: while no model can be used, and whenever somebody asks for it again. Whoever leaves
// it is not asked again in this window. A model that is set up in it does not end it: there are steps behind that.

import { useEffect } from "react";
import { create } from "zustand";
import { useCommand } from "../data";

type Wish = "shown" | "left" | undefined;

const useWish = create<{ wish: Wish }>(() => ({ wish: undefined }));

export function useSetUp() {
  const { wish } = useWish();
  const models = useCommand("models", undefined);
  const usable = models.data?.models.some((model) => model.missing_key == null) ?? true;
  const begins = wish === undefined && !usable;
  useEffect(() => {
    if (begins) wishFor("shown");
  }, [begins]);
  return { isShown: wish === "shown" || begins, leave: () => wishFor("left") };
}

export function showSetUp(): void {
  wishFor("shown");
}

function wishFor(wish: Wish): void {
  useWish.setState({ wish });
}
