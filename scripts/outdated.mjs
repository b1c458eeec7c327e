// `npm run outdated`: the direct dependencies that are behind their newest release, and why each is kept. Ends with 1 where
// one is behind without a reason, as the weekly check reads it.
import { readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { root } from "./setup/paths.mjs";
import { run } from "./setup/run.mjs";

/** Why what is behind is not raised, by its name in package.json. */
const KEPT = {
  "@noble/hashes": "a new major, not tried yet; the ledger is hashed with it",
  "@secretlint/core":
    "a new major, not tried yet; what its rules find is compared by `npm run findings`",
  "@secretlint/profiler": "as @secretlint/core",
  "@secretlint/secretlint-rule-preset-recommend": "as @secretlint/core",
  "@types/node": "the types of the Node that Electron has: 24",
  "conformance-2026":
    "the suite of the draft protocol; the newest release is that of the protocol before",
  "eventsource-parser": "the version that the MCP and AI SDKs have, so that there is one copy",
  "http-proxy-agent": "a new major, not tried yet",
  "https-proxy-agent": "as http-proxy-agent",
  tldts: "7.6.0 takes http://2130706433/ and http://0x7f.1/ for domains, which have to be refused",
  vite: "brings a second Rolldown, and a package for Windows that not every registry has",
  vitest: "not tried yet with every test",
  jsdom: "a new major, not tried yet with all tests of the window",
  node: "the Node that Electron has: 24",
  "sdk-2024": "the oldest protocol, for the tests of old servers",
  "socks-proxy-agent": "as http-proxy-agent",
};

/** @typedef {{ current?: string, latest: string }} Behind */

/** @returns {Promise<Record<string, Behind>>} */
async function behind() {
  // It ends with 1 where anything is behind.
  const { stdout, output } = await run("npm", ["outdated", "--json"], { cwd: root });
  const found = JSON.parse(stdout.trim() === "" ? "{}" : stdout);
  if (found.error !== undefined) throw new Error(output);
  // An alias is named with what it stands for.
  return Object.fromEntries(
    Object.entries(found).map(([name, one]) => [name.replace(/:.*$/s, ""), one]),
  );
}

const all = await behind();
const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
const kept = /** @type {Record<string, string>} */ (KEPT);
const direct = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
let unexplained = 0;
for (const name of direct) {
  const one = all[name];
  const reason = kept[name];
  if (one === undefined) {
    if (reason !== undefined) process.stdout.write(`${name} is current: its reason can go\n`);
    continue;
  }
  if (reason === undefined) unexplained += 1;
  process.stdout.write(
    `${name} ${one.current ?? "missing"}, newest ${one.latest}: ${reason ?? "NO REASON"}\n`,
  );
}
process.stdout.write(
  `${direct.length} direct dependencies, ${unexplained} behind without a reason.\n`,
);
process.exitCode = unexplained > 0 ? 1 : 0;
