// `npm run relayed`: sessions of real servers recorded direct and through the desk, then the conformance suites for servers both
// ways, then malformed tool calls. Writes the tables of docs/interop.md; fails if anything differs without a reason, or runs without approval. `npm run relayed -- git` takes only
// what has that in its name, and writes nothing.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { root, toolNode } from "../../scripts/setup/paths.mjs";
import { ensurePython } from "../../scripts/setup/python.mjs";
import { must } from "../../scripts/setup/run.mjs";
import { makeReady } from "../interop/toolchains.mjs";
import { bundleDesk } from "./plainDesks.ts";
import { record } from "./recorded.ts";
import { recordedSubjects } from "./sessions.ts";
import { COUNTING_SERVERS, smuggle } from "./smuggled.ts";
import { compareSuite, SUITES } from "./suites.ts";
import { withTables } from "./table.ts";

const [wanted = ""] = process.argv.slice(2);

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/**
 * @param {string} desk
 * @param {string} folder
 * @param {Record<string, string | null>} reasons
 */
async function recordAll(desk, folder, reasons) {
  const project = path.join(folder, "project");
  /** @type {import("./table.ts").Row[]} */
  const rows = [];
  for (const subject of recordedSubjects(project)) {
    const { name, version, revision, needs } = subject;
    if (!name.includes(wanted)) continue;
    const reason = needs === undefined ? null : (reasons[needs] ?? null);
    const own = await mkdtemp(path.join(folder, "session-"));
    const recorded = reason ?? (await record(subject, desk, { folder: own, project }));
    rows.push({ name, version, revision, recorded });
    if (typeof recorded === "string") {
      say(`${name} ${revision}: not run: ${recorded}`);
      continue;
    }
    const { toHost, toServer } = recorded;
    say(
      `${name} ${revision}: ${toHost.count} messages to the host, ${toServer.count} to the server`,
    );
    for (const { difference } of [toHost, toServer]) {
      if (difference === null) continue;
      const { at, direct, through } = difference;
      say(`DIFFERS at message ${at}\n${direct.slice(0, 2000)}\n${through.slice(0, 2000)}`);
    }
  }
  return rows;
}

/**
 * @param {string} desk
 * @param {string} folder
 */
async function compareSuites(desk, folder) {
  const found = [];
  for (const suite of SUITES) {
    if (!suite.name.includes(wanted)) continue;
    const compared = await compareSuite(suite, desk, path.join(folder, suite.name));
    found.push(compared);
    const { checks, same, named, differences } = compared;
    say(`${suite.name} at ${suite.revision}: ${same} of ${checks} checks have the same outcome`);
    for (const [reason, keys] of named) say(`on purpose: ${keys.join(", ")}\n  ${reason}`);
    for (const line of differences) say(`DIFFERS ${line}`);
  }
  return found;
}

/**
 * @param {string} desk
 * @param {string} folder
 * @param {Record<string, string | null>} reasons
 */
async function smuggleAll(desk, folder, reasons) {
  /** @type {import("./table.ts").SmuggledRow[]} */
  const rows = [];
  for (const server of COUNTING_SERVERS) {
    const { name, version, needs } = server;
    if (!`malformed calls: ${name}`.includes(wanted)) continue;
    const reason = needs === undefined ? null : (reasons[needs] ?? null);
    const own = await mkdtemp(path.join(folder, "smuggling-"));
    const smuggled = reason ?? (await smuggle(server, desk, own));
    rows.push({ name, version, smuggled });
    say(`malformed calls: ${name} ${version}: ${JSON.stringify(smuggled)}`);
  }
  return rows;
}

async function main() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-relayed-"));
  const desk = await bundleDesk(folder);
  const reasons = await makeReady(["go", "npm"]);
  await ensurePython(["fastmcp3", "git"]);
  const rows = await recordAll(desk, folder, reasons);
  const suites = reasons["go"] === null ? await compareSuites(desk, folder) : [];
  const smuggling = await smuggleAll(desk, folder, reasons);
  await rm(folder, { recursive: true, force: true });
  const isSame =
    suites.every(({ differences }) => differences.length === 0) &&
    smuggling.every(
      ({ smuggled }) =>
        typeof smuggled === "string" ||
        (smuggled.through === 0 && smuggled.approved.ran === smuggled.approved.sent),
    ) &&
    rows.every(
      ({ recorded }) =>
        typeof recorded === "string" ||
        (recorded.toHost.difference ?? recorded.toServer.difference) === null,
    );
  process.exitCode = isSame ? 0 : 1;
  if (wanted !== "") return;
  const page = path.join(root, "docs/interop.md");
  await writeFile(page, withTables(await readFile(page, "utf8"), rows, suites, smuggling));
  const formatter = path.join(root, "node_modules/oxfmt/bin/oxfmt");
  await must("Formatting", toolNode, [formatter, "--write", page]);
}

await main();
