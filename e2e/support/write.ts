// Writes into an editor, and reads its whole text.
import process from "node:process";
import type { Locator } from "playwright/test";
import type { RunningApp } from "./app.ts";

type Running = Pick<RunningApp, "app" | "page">;

/**
 * Replaces the whole text of an editor, by pasting: typed line by line it would be indented. Checks that the text
 * is there before the test goes on. Repeats only where it was not pasted: a pasted text that is missing was
 * overwritten, which a test must not ignore.
 */
export async function write(running: Running, editor: Locator, text: string): Promise<void> {
  const wanted = text.replace(/\r\n?/g, "\n");
  const { page } = running;
  let found = "";
  for (let tried = 0; tried < 3; tried += 1) {
    await copyToClipboard(running, text);
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await listenForPaste(running);
    await page.keyboard.press("ControlOrMeta+V");
    const pasted = await pastedText(running);
    found = await textOf(running, editor);
    if (found === wanted) return;
    if (pasted === wanted) break;
    process.stderr.write(
      `Written into ${String(editor)}, and pasted was ${JSON.stringify(pasted)}: written again.\n`,
    );
  }
  throw new Error(
    `written into ${String(editor)}: ${JSON.stringify(text)}; there is: ${JSON.stringify(found)}`,
  );
}

function listenForPaste({ page }: Running): Promise<void> {
  return page.evaluate(() => {
    Reflect.set(window, "pastedText", null);
    const heard = ({ clipboardData }: ClipboardEvent): void => {
      Reflect.set(window, "pastedText", clipboardData?.getData("text/plain") ?? null);
    };
    document.addEventListener("paste", heard, { capture: true, once: true });
  });
}

/** What was pasted into the window since then, anywhere in it; null: nothing. */
async function pastedText({ page }: Running): Promise<string | null> {
  const text = await page.evaluate((): unknown => Reflect.get(window, "pastedText"));
  return typeof text === "string" ? text.replace(/\r\n?/g, "\n") : null;
}

function copyToClipboard({ app }: Running, text: string): Promise<void> {
  return app.evaluate(({ clipboard }, words) => clipboard.writeText(words), text);
}

/** The whole text of an editor, by copying it: of a long text only the lines in view are in the page. */
async function textOf(running: Running, editor: Locator): Promise<string> {
  const { page, app } = running;
  const nothing = "nothing was copied";
  await copyToClipboard(running, nothing);
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+C");
  // The caret is at the end, as after pasting.
  await page.keyboard.press("ArrowRight");
  const text = await app.evaluate(({ clipboard }) => clipboard.readText());
  return text === nothing ? "" : text.replace(/\r\n?/g, "\n");
}
