/** Where menus are put: inside the main landmark, so that nothing of the page is outside of one. */
export function layer(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>("main") ?? undefined;
}
