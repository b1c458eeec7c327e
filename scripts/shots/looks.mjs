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
  const zoom = look === "zoom" ? 200 : 100;
  await desk.page.emulateMedia({ forcedColors: look === "contrast" ? "active" : "none" });
  const { settings } = await desk.snapshot();
  const width = await desk.page.evaluate(() => innerWidth);
  // The user's zoom: one set on the window alone would end with the next change of a setting.
  await desk.do("settings.set", { theme, zoom });
  // The layout is in pixels of the zoom: half as wide at 200 %.
  await desk.page.waitForFunction(
    ({ dark, wanted }) =>
      matchMedia("(prefers-color-scheme: dark)").matches === dark && innerWidth === wanted,
    { dark: theme === "dark", wanted: Math.round((width * settings.zoom) / zoom) },
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
