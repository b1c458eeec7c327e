// How much a screen shows at once: the visible words and controls of the whole window.
import type { Page } from "playwright/test";

export interface Counts {
  words: number;
  controls: number;
  /** The words themselves, to see which ones they are. */
  said: string;
}

export const countScreen = (page: Page): Promise<Counts> => page.evaluate(count);

/**
 * Runs in the page. The texts of a request are words; line numbers, key caps and figures in icons are not. A group
 * is one control: the rail, a list, a set of radio buttons.
 */
function count(): Counts {
  const seen = (element: Element): boolean => {
    const { width, height, right, bottom, left, top } = element.getBoundingClientRect();
    const inside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    const how = { opacityProperty: true, visibilityProperty: true };
    return width > 1 && height > 1 && inside && element.checkVisibility(how);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const said: string[] = [];
  while (texts.nextNode() !== null) {
    const { textContent, parentElement } = texts.currentNode;
    if (parentElement === null || textContent === null || !seen(parentElement)) continue;
    const isDrawn = parentElement.closest(".margin, .sr, kbd") !== null;
    const isSilent =
      parentElement.closest('[aria-hidden="true"], [role="img"]') !== null &&
      parentElement.closest(".monaco-editor") === null;
    if (!isDrawn && !isSilent) said.push(textContent);
  }
  for (const input of document.querySelectorAll("input")) {
    if (seen(input)) said.push(input.value === "" ? input.placeholder : input.value);
  }
  const words = said
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const SETS = 'nav, [role="radiogroup"], [role="listbox"], [role="tablist"]';
  const all = [...document.querySelectorAll(`button, a[href], input, select, textarea, ${SETS}`)];
  const controls = all.filter(
    (one) =>
      one.closest(".monaco-editor") === null &&
      (one.parentElement?.closest(SETS) ?? null) === null &&
      seen(one),
  );
  return { words: words.length, controls: controls.length, said: words.join(" ") };
}
