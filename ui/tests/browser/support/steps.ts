// What a person does again and again, by the names that the page gives things.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export const composer = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });
export const transcript = (page: Page): Locator => page.getByRole("region", { name: "Transcript" });
export const dock = (page: Page): Locator => page.getByRole("region", { name: "Questions for you" });
export const cards = (page: Page): Locator => dock(page).getByRole("group", { name: /^((Run|Edit|Write|Move|Read) this|May .* do this)/ });
export const sidebar = (page: Page): Locator => page.getByRole("navigation", { name: "Workspaces and sessions" });
export const row = (page: Page, title: string): Locator => sidebar(page).getByRole("button", { name: new RegExp(`^${title}`) });

/** Writes a message where one writes, and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
  await transcript(page).getByText(text).first().waitFor();
}

/** Waits for the word above the composer that says how the session stands. */
export async function stands(page: Page, word: string): Promise<void> {
  await page.getByRole("region", { name: "Composer" }).getByText(word, { exact: true }).waitFor();
}

/** What has the focus, as a person would name it. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute("aria-label") ?? at?.textContent?.trim() ?? "";
  });
}

export async function expectFocus(page: Page, name: string): Promise<void> {
  await expect.poll(() => focused(page), { timeout: 10_000 }).toContain(name);
}

/** Controls that something else lies over when they have been scrolled to, by their names. */
export async function covered(place: Locator): Promise<string[]> {
  return place.evaluate((region) => {
    const controls = [...region.querySelectorAll<HTMLElement>("button, textarea")];
    return controls.filter((control) => control.getClientRects().length > 0).flatMap((control) => {
      control.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = control.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      const name = control.getAttribute("aria-label") ?? control.textContent;
      // Nobody can scroll what is around it: what only comes into sight so is out of reach.
      for (let around = region.parentElement; around; around = around.parentElement) {
        if (around.scrollTop === 0 && around.scrollLeft === 0) continue;
        around.scrollTo(0, 0);
        return [`${name} beyond the edge`];
      }
      return control.contains(there) ? [] : [`${name} under ${there?.outerHTML.slice(0, 80) ?? "the edge"}`];
    });
  });
}
