// The sizes, looks and languages of every screenshot.

/** @typedef {import("../../e2e/support/desk.ts").Desk} Desk */

export const SIZES = [
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
/** `contrast`: the system's forced colours; `zoom`: 200 %. */
export const LOOKS = /** @type {const} */ (["light", "dark", "contrast", "zoom"]);
export const LANGUAGES = /** @type {const} */ (["en", "zh"]);

/** @param {Desk} desk @param {(typeof LOOKS)[number]} look */
export async function wear(desk, look) {
  const theme = look === "dark" ? "dark" : "light";
  await desk.page.emulateMedia({ forcedColors: look === "contrast" ? "active" : "none" });
  await zoom(desk, look === "zoom" ? 2 : 1);
  await desk.do("settings.set", { theme });
  await desk.page.waitForFunction(
    (dark) => matchMedia("(prefers-color-scheme: dark)").matches === dark,
    theme === "dark",
  );
}

/** @param {Desk} desk @param {number} factor */
async function zoom(desk, factor) {
  const ratio = await desk.page.evaluate(() => devicePixelRatio);
  const before = await desk.app.evaluate(({ BrowserWindow }, to) => {
    const [window] = BrowserWindow.getAllWindows();
    const is = window?.webContents.getZoomFactor() ?? 1;
    window?.webContents.setZoomFactor(to);
    return is;
  }, factor);
  await desk.page.waitForFunction(
    (wanted) => Math.abs(devicePixelRatio - wanted) < 0.01,
    (ratio / before) * factor,
  );
}

/** @param {Desk} desk @param {(typeof LANGUAGES)[number]} language */
export async function speak(desk, language) {
  await desk.do("settings.set", { language });
  await desk.page.waitForFunction(
    (wanted) => document.documentElement.lang.startsWith(wanted),
    language,
  );
}
