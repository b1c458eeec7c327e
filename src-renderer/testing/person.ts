// For component tests: what a user sees and presses, by the words on screen.
import { screen, within } from "@testing-library/react";
import { mirror } from "#data/mirror.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Json } from "#shared/json.ts";
import type { Opened } from "./openWindow.tsx";
import { text } from "./testMain.ts";

export const question = (words: string, more: Record<string, Json> = {}) => ({
  messages: [text("user", words)],
  maxTokens: 100,
  ...more,
});

type Name = string | RegExp;

export const review = (): HTMLElement =>
  screen.getByRole("region", { name: /^(Review|审阅)$/, hidden: true });
/** The text of the whole review. */
export const says = (): string => (review().textContent ?? "").replaceAll("\u00A0", " ");
export const button = (name: Name): HTMLButtonElement => screen.getByRole("button", { name });
export const noButton = (name: Name): boolean => screen.queryByRole("button", { name }) === null;
export const isOff = (element: HTMLElement): boolean =>
  element.matches(":disabled") || element.closest("[aria-disabled=true]") !== null;
/** The primary button of the gate. */
export const primary = (): HTMLElement => screen.getByTestId("primary");

const inbox = (): HTMLElement => screen.getByRole("listbox", { name: "Inbox" });
export const rows = (): HTMLElement[] => within(inbox()).queryAllByRole("option");
export const row = (words: string): HTMLElement => {
  const found = rows().find(({ textContent }) => textContent?.includes(words));
  if (found === undefined) throw new Error(`no row of ${words}`);
  return found;
};
export const marked = (): number =>
  rows().filter((one) => one.getAttribute("aria-selected") === "true").length;

/** The primary button asks to review serious findings first. */
const reviews = (what: HTMLElement): boolean =>
  what.dataset["testid"] === "primary" &&
  /^(Review findings|查看检查结果)/.test(what.textContent ?? "");

/** Presses a deciding button once it is enabled, after reviewing serious findings. */
export async function decide(
  { passGuard, pass, user }: Opened,
  what: () => HTMLElement,
): Promise<void> {
  // Findings that arrive late restart the guard.
  for (let tries = 0; tries < 5 && (tries === 0 || isOff(what())); tries += 1) await passGuard();
  for (let tries = 0; tries < 5 && reviews(what()); tries += 1) {
    await user.click(primary());
    await pass(700);
    await passGuard();
  }
  if (isOff(what())) throw new Error(`${what().textContent} is off: ${says()}`);
  await user.click(what());
  await pass(50);
}

/** The request as the window has it. */
export function requestIn(id: string): HeldRequest {
  const request = mirror.getState().requests[id];
  if (request === undefined) throw new Error(`the window has no ${id}`);
  return request;
}
