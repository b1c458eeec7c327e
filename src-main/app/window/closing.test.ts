import { expect, it } from "vitest";
import { closeWindow } from "./closing.ts";
import type { ClosingParts } from "./closing.ts";

/** What closing did, with these settings and a tray that is shown, is not shown, or is not there yet. */
async function closed(
  set: Partial<ReturnType<ClosingParts["settings"]>>,
  shown: boolean | null,
): Promise<string[]> {
  const did: string[] = [];
  await closeWindow({
    settings: () => ({ closeToTray: true, trayTold: false, ...set }),
    tray: () => (shown === null ? null : { isShown: () => Promise.resolve(shown) }),
    hide: () => void did.push("hide"),
    tell: () => void did.push("tell"),
    told: () => void did.push("told"),
    quit: (noTray) => void did.push(noTray ? "ask and quit" : "quit"),
  });
  return did;
}

it("hides the window and says so once", async () => {
  expect(await closed({}, true)).toEqual(["hide", "told", "tell"]);
  expect(await closed({ trayTold: true }, true)).toEqual(["hide"]);
});

it("quits where the user wants that, or where nothing runs yet", async () => {
  expect(await closed({ closeToTray: false }, true)).toEqual(["quit"]);
  expect(await closed({}, null)).toEqual(["quit"]);
});

it("never hides where no tray shows the icon", async () => {
  expect(await closed({ trayTold: true }, false)).toEqual(["ask and quit"]);
});
