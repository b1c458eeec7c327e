// `npm run shots`: pictures of every screen and state of the running app, with real servers, in each size, look and
// language, and a list of what is too wide: text that is cut, a page that scrolls sideways, a bar that wraps; where there
// is any, it fails. Less is asked for by `--sizes 900,1280`, `--looks light,dark,contrast,zoom`, `--languages en,zh` and
// `--only gate` (names that hold the word). `--out DIR` names the folder (else one in the system's temporary folder).
// `--words` prints the words that each picture shows beside their number, `--readme` writes assets/screenshot-light.png and -dark.png instead.
import { Buffer } from "node:buffer";
import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { countScreen } from "../e2e/support/counts.ts";
import { build, isBuilt } from "./setup/build.mjs";
import { modelsDir, root } from "./setup/paths.mjs";
import { openScreen } from "./setup/screen.mjs";
import { LANGUAGES, LOOKS, SIZES, speak, wear } from "./shots/looks.mjs";
import { misfits } from "./shots/misfits.mjs";

const OPTIONS = ["--sizes", "--looks", "--languages", "--only", "--out", "--words", "--readme"];
const unknown = process.argv
  .slice(2)
  .find((word) => word.startsWith("-") && !OPTIONS.includes(word));
if (unknown !== undefined) throw new Error(`${unknown} is not one of ${OPTIONS.join(", ")}`);

/** @param {string} name */
const given = (name) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};

/** @typedef {import("../e2e/support/desk.ts").Desk} Desk */

/** The picture once fonts are there and nothing moves. @param {Desk} desk @param {string} file */
async function picture(desk, file) {
  await desk.page.evaluate(() => document.fonts.ready);
  // Two frames: the last change has been rendered.
  await desk.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const isZoomed = (await desk.page.evaluate(() => devicePixelRatio)) > 1;
  // Playwright ignores the window's own zoom, and would capture a quarter of it.
  if (isZoomed) await writeFile(file, await capture(desk));
  else await desk.page.screenshot({ path: file, animations: "disabled", caret: "hide" });
  const { words, controls, said, own } = await countScreen(desk.page);
  const looked = `${own.words} and ${own.controls} of what is looked at`;
  process.stdout.write(`${file}: ${words} words, ${controls} controls; ${looked}\n`);
  if (process.argv.includes("--words")) process.stdout.write(`  ${said}\n`);
}

/** @param {Desk} desk */
async function capture(desk) {
  const png = await desk.app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString("base64") ?? "";
  });
  return Buffer.from(png, "base64");
}

/**
 * What was asked for of all there is.
 * @template T
 * @param {string} option @param {readonly T[]} all @param {(one: T) => string} name
 */
const chosen = (option, all, name) => {
  const names = given(option)?.split(",");
  return names === undefined ? all : all.filter((one) => names.includes(name(one)));
};
const sizes = chosen("--sizes", SIZES, ({ width }) => String(width));
const looks = chosen("--looks", LOOKS, String);
const languages = chosen("--languages", LANGUAGES, String);

/** @param {string} folder @param {string | undefined} only */
async function all(folder, only) {
  await mkdir(folder, { recursive: true });
  const { scenes } = await import("./shots/scenes.mjs");
  /** @type {string[]} */
  const wrong = [];
  for (const scene of scenes) {
    if (only !== undefined && !scene.shows.some((name) => name.includes(only))) continue;
    await scene.play(async (desk, name) => {
      if (only !== undefined && !name.includes(only)) return;
      for (const language of languages) {
        await speak(desk, language);
        for (const size of sizes) {
          for (const look of looks) {
            await desk.resize(size);
            await wear(desk, look);
            const file = `${name}-${language}-${look}-${size.width}`;
            await picture(desk, path.join(folder, `${file}.png`));
            for (const what of await desk.page.evaluate(misfits)) wrong.push(`${file}: ${what}`);
            await wear(desk, "light");
          }
        }
      }
      await desk.resize({ width: 1280, height: 800 });
      await speak(desk, "en");
    });
  }
  await writeFile(path.join(folder, "misfits.txt"), wrong.map((line) => `${line}\n`).join(""));
  process.stdout.write(`${wrong.join("\n")}\n${wrong.length} that do not fit.\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

async function readme() {
  const { readmeScene } = await import("./shots/setup.mjs");
  await readmeScene(async (desk) => {
    await desk.resize({ width: 1280, height: 800 });
    for (const theme of /** @type {const} */ (["light", "dark"])) {
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
