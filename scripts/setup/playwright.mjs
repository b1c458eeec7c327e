// Starts the end-to-end tests: on a screen, with the models that set-up fetched, by Playwright's runner.
import path from "node:path";
import process from "node:process";
import { modelsDir, root, toolNode } from "./paths.mjs";
import { run } from "./run.mjs";
import { openScreens } from "./screen.mjs";

/**
 * Tests at a time. Two leave a sixth of two cores idle; three use them fully, and tests with a real time limit (a
 * guard of half a second, a server's timeout) then fail now and then.
 */
const WORKERS = 2;

/**
 * Runs Playwright on e2e/.
 * @param {string[]} args for `playwright test`
 * @param {{ reportFile?: string }} [options] reportFile: where a JSON report goes as well
 * @returns {Promise<number>} the exit code
 */
export async function runPlaywright(args, { reportFile } = {}) {
  const wanted = Number(process.env["COUNTERSIGN_WORKERS"] ?? WORKERS);
  const { displays, virtual, close } = await openScreens(wanted);
  if (virtual) process.stdout.write("No display here: windows open on virtual screens.\n");
  // One screen has one clipboard and one focus: apps that share it would take them from each other.
  const workers = virtual ? wanted : 1;
  const cli = path.join(root, "node_modules/playwright/cli.js");
  const config = ["--config", "e2e/playwright.config.ts"];
  const reporter = reportFile ? ["--reporter", "list,json"] : [];
  const env = {
    ...(virtual ? { DISPLAY: displays[0], COUNTERSIGN_DISPLAYS: displays.join(" ") } : {}),
    COUNTERSIGN_WORKERS: String(workers),
    COUNTERSIGN_MODELS_DIR: process.env["COUNTERSIGN_MODELS_DIR"] ?? modelsDir,
    ...(reportFile ? { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile } : {}),
  };
  try {
    const { code } = await run(toolNode, [cli, "test", ...config, ...reporter, ...args], {
      cwd: root,
      show: true,
      env,
    });
    return code;
  } finally {
    close();
  }
}
