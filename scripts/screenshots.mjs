// `npm run shots`: pictures of every screen and state of the running app, with real servers, in both themes and two
// sizes. `--out DIR` names the folder (else a new one in the system's temporary folder), `--only gate` takes those
// whose name holds the word, `--words` prints the words that each of them shows beside their number, `--readme` writes assets/screenshot-light.png and -dark.png instead.
import { mkdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { countScreen } from "../e2e/support/counts.ts";
import { build, isBuilt } from "./setup/build.mjs";
import { modelsDir, root } from "./setup/paths.mjs";
import { openScreen } from "./setup/screen.mjs";

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
];
const THEMES = /** @type {const} */ (["light", "dark"]);

/** @param {string} name */
const given = (name) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};

/** @typedef {import("../e2e/support/desk.ts").Desk} Desk */

/** The picture once fonts are there and nothing moves. @param {Desk} desk @param {string} file */
async function picture(desk, file) {
  await desk.page.evaluate(() => document.fonts.ready);
  // Two frames: what the last change caused is drawn.
  await desk.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await desk.page.screenshot({ path: file, animations: "disabled", caret: "hide" });
  const { words, controls, said } = await countScreen(desk.page);
  process.stdout.write(`${file}: ${words} words, ${controls} controls\n`);
  if (process.argv.includes("--words")) process.stdout.write(`  ${said}\n`);
}

/** @param {Desk} desk @param {"light" | "dark"} theme */
async function wear(desk, theme) {
  await desk.do("settings.set", { theme });
  await desk.page.waitForFunction(
    (dark) => matchMedia("(prefers-color-scheme: dark)").matches === dark,
    theme === "dark",
  );
}

/** @param {string} folder @param {string | undefined} only */
async function all(folder, only) {
  await mkdir(folder, { recursive: true });
  const { scenes } = await import("./shots/scenes.mjs");
  for (const scene of scenes) {
    if (only !== undefined && !scene.shows.some((name) => name.includes(only))) continue;
    await scene.play(async (desk, name) => {
      if (only !== undefined && !name.includes(only)) return;
      for (const size of SIZES) {
        await desk.resize(size);
        for (const theme of THEMES) {
          await wear(desk, theme);
          await picture(desk, path.join(folder, `${name}-${theme}-${size.width}.png`));
        }
      }
      await desk.resize({ width: 1280, height: 800 });
      await wear(desk, "light");
    });
  }
}

async function readme() {
  const { readmeScene } = await import("./shots/scenes.mjs");
  await readmeScene(async (desk) => {
    await desk.resize({ width: 1280, height: 800 });
    for (const theme of THEMES) {
      await wear(desk, theme);
      await picture(desk, path.join(root, "assets", `screenshot-${theme}.png`));
    }
  });
}

if (!(await isBuilt()) && !(await build({ show: false })).ok) throw new Error("the build failed");
const screen = await openScreen();
Object.assign(process.env, screen.env);
process.env["COUNTERSIGN_MODELS_DIR"] ??= modelsDir;
try {
  if (process.argv.includes("--readme")) await readme();
  else await all(given("--out") ?? path.join(os.tmpdir(), "countersign-shots"), given("--only"));
} finally {
  screen.close();
}
