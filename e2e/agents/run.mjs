// `npm run agents`: real agents whose own tools come to the real app. Writes the table of docs/agents.md; with words
// (`npm run agents -- -g Codex`) it runs only these tests, and writes nothing.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { build, isBuilt } from "../../scripts/setup/build.mjs";
import { ensureHosts } from "../../scripts/setup/hosts.mjs";
import { root } from "../../scripts/setup/paths.mjs";
import { runPlaywright } from "../../scripts/setup/playwright.mjs";
import { clear, tableIn, withTable } from "./table.ts";

const words = process.argv.slice(2);
const seen = path.join(root, "test-results/agents");

await ensureHosts(["opencode", "codex", "claude", "gemini", "qwen", "copilot"]);
const ready = (await isBuilt()) || (await build({ show: true })).ok;
process.env["COUNTERSIGN_HOSTS"] = "1";
process.env["COUNTERSIGN_LONG"] = "1";
process.env["COUNTERSIGN_SEEN"] = seen;
// Mostly agents are waited for.
process.env["COUNTERSIGN_WORKERS"] ??= "3";
clear(seen);
process.exitCode = ready ? await runPlaywright(["e2e/agents/", ...words]) : 1;
const table = tableIn(seen);
process.stdout.write(`\n${table}\n`);
if (words.length === 0 && process.exitCode === 0) {
  const page = path.join(root, "docs/agents.md");
  await writeFile(page, withTable(await readFile(page, "utf8"), table));
}
