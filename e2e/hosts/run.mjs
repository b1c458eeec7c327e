// `npm run hosts`: every real host that the gateway is tested with, through the real app.
import process from "node:process";
import { build, isBuilt } from "../../scripts/setup/build.mjs";
import { ensureHosts } from "../../scripts/setup/hosts.mjs";
import { runPlaywright } from "../../scripts/setup/playwright.mjs";

await ensureHosts(["opencode", "codex", "claude", "copilot", "gemini", "qwen"]);
const ready = (await isBuilt()) || (await build({ show: true })).ok;
process.env["COUNTERSIGN_HOSTS"] = "1";
process.exitCode = ready
  ? await runPlaywright(["e2e/hosts/", "--workers=1", ...process.argv.slice(2)])
  : 1;
