// Knows how the end-to-end tests start: on a screen, with the models that set-up fetched, by Playwright's runner.
import path from "node:path";
import process from "node:process";
import { modelsDir, root, toolNode } from "./paths.mjs";
import { run } from "./run.mjs";
import { openScreen } from "./screen.mjs";

/**
 * Runs Playwright on e2e/.
 * @param {string[]} args for `playwright test`
 * @param {{ reportFile?: string }} [options] reportFile: where a JSON report goes as well
 * @returns {Promise<number>} the exit code
 */
export async function runPlaywright(args, { reportFile } = {}) {
  const screen = await openScreen();
  if (screen.virtual) process.stdout.write("No display here: windows open on a virtual screen.\n");
  const cli = path.join(root, "node_modules/playwright/cli.js");
  const config = ["--config", "e2e/playwright.config.ts"];
  const reporter = reportFile ? ["--reporter", "list,json"] : [];
  const env = {
    ...screen.env,
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
    screen.close();
  }
}
