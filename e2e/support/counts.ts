// How much a screen shows at once: the visible words and controls of the whole window, and of what is looked at.
import type { Page } from "playwright/test";

export interface Counts {
  words: number;
  controls: number;
  /** The words themselves, to see which ones they are. */
  said: string;
  /** The same of the dialog, else of the review or the start page, without the texts of others. */
  own: { words: number; controls: number };
}

export const countScreen = (page: Page): Promise<Counts> => page.evaluate(count);

/**
 * Runs in the page. The texts of a request are words; line numbers, key caps and figures in icons are not. A group
 * is one control: the rail, a list, a set of radio buttons.
 */
function count(): Counts {
  const isSeen = (element: Element): boolean => {
    const { width, height, right, bottom, left, top } = element.getBoundingClientRect();
    const inside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    const how = { opacityProperty: true, visibilityProperty: true };
    return width > 1 && height > 1 && inside && element.checkVisibility(how);
  };
  // Behind a dialog nothing can be read or pressed.
  const isSilent = (element: Element): boolean =>
    element.closest('[aria-hidden="true"], [role="img"]') !== null &&
    element.closest(".monaco-editor") === null;
  const wordsIn = (texts: readonly { text: string }[]): string[] =>
    texts.flatMap(({ text }) => text.split(/\s+/)).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const said: { text: string; at: Element }[] = [];
  while (walker.nextNode() !== null) {
    const { textContent: text, parentElement: at } = walker.currentNode;
    if (at === null || text === null || !isSeen(at) || isSilent(at)) continue;
    if (at.closest(".margin, .sr, kbd") === null) said.push({ text, at });
  }
  for (const at of document.querySelectorAll("input")) {
    const isText = !["radio", "checkbox"].includes(at.type);
    if (isText && isSeen(at) && !isSilent(at))
      said.push({ text: at.value === "" ? at.placeholder : at.value, at });
  }
  const SETS = 'nav, [role="radiogroup"], [role="listbox"], [role="tablist"]';
  const all = [...document.querySelectorAll(`button, a[href], input, select, textarea, ${SETS}`)];
  const controls = all.filter(
    (one) =>
      one.closest(".monaco-editor") === null &&
      (one.parentElement?.closest(SETS) ?? null) === null &&
      isSeen(one) &&
      !isSilent(one),
  );
  const looked = ['[role="dialog"]', "[data-review]", "main section", "main"]
    .map((one) => document.querySelector(one))
    .find((one) => one !== null);
  const isOwn = (at: Element): boolean => looked?.contains(at) === true;
  const isOfOthers = (at: Element): boolean => at.closest(".monaco-editor, bdi, pre") !== null;
  const words = wordsIn(said);
  return {
    words: words.length,
    controls: controls.length,
    said: words.join(" "),
    own: {
      words: wordsIn(said.filter(({ at }) => isOwn(at) && !isOfOthers(at))).length,
      controls: controls.filter(isOwn).length,
    },
  };
}
