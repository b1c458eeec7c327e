// `npm run conformance`: third-party conformance suites against Countersign's own connection code, compared with
// a checked-in list (expected.mjs). `npm run conformance -- auth/` runs only scenarios with that in their name; `--once`
// runs each scenario in its newest suite at its newest protocol version only, without `VARIANTS`.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { build } from "vite";
import { root, toolNode } from "../../scripts/setup/paths.mjs";
import { run } from "../../scripts/setup/run.mjs";
import { secondsSince } from "../../scripts/setup/say.mjs";
import { expected } from "./expected.mjs";

/** @typedef {keyof typeof expected} Suite */
/** @typedef {{ suite: Suite, scenario: string, revision: string }} Job */

const SUITES = /** @type {Suite[]} */ (Object.keys(expected));
/** The suite's own time limit would be 30 s: too little beside other work on a slow machine (scripts/test.mjs). */
const TIMEOUT_MS = "60000";
/** Scenarios that differ in one value from one that `npm test` runs: `npm run long` runs them. */
const VARIANTS =
  /^auth\/(metadata-var|token-endpoint-auth-(basic|none)|scope-(from-scopes|omitted)|iss-(not|unexpected|normalized)|offline-access-not|2025-03-26-oauth-metadata)/;
const AT_ONCE = Math.max(2, Math.min(4, os.cpus().length));
const once = process.argv.includes("--once");
const wanted = process.argv.slice(2).find((word) => word !== "--once") ?? "";

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @param {Suite} suite */
const scriptOf = (suite) => path.join(root, "node_modules", suite, "dist/index.js");

/**
 * The names of a suite's scenarios for clients.
 * @param {Suite} suite
 */
async function scenariosOf(suite) {
  const { stdout } = await run(toolNode, [scriptOf(suite), "list", "--client"]);
  return [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);
}

/**
 * What is in only one of the list and the suite.
 * @param {Suite} suite
 */
async function strangers(suite) {
  const listed = await scenariosOf(suite);
  const { passes, notApplicable } = expected[suite];
  const known = [...Object.keys(passes), ...Object.keys(notApplicable)];
  const unknown = listed.filter((name) => !known.includes(name));
  const gone = known.filter((name, at) => !listed.includes(name) || known.indexOf(name) !== at);
  return [
    ...unknown.map((name) => `${suite} ${name}: not in e2e/conformance/expected.mjs`),
    ...gone.map((name) => `${suite} ${name}: listed, but not in the suite, or listed twice`),
  ];
}

/**
 * Bundles the client into one file, since it is started once a scenario.
 * @param {string} folder
 */
async function bundleClient(folder) {
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: path.join(root, "e2e/conformance/client.ts"),
      outDir: folder,
      target: "node24",
      rolldownOptions: { output: { entryFileNames: "client.mjs" } },
    },
    ssr: { noExternal: true },
  });
}

/**
 * @param {Job} job
 * @param {string} folder with the client; also for results and whatever else the suite writes
 */
async function outcomeOf({ suite, scenario, revision }, folder) {
  const command = `"${toolNode}" "${path.join(folder, "client.mjs")}"`;
  const args = ["client", "--command", command, "--scenario", scenario, "--timeout", TIMEOUT_MS];
  // The older suite has no protocol versions to choose.
  const at = suite === "conformance-2026" ? ["--spec-version", revision] : [];
  const env = {
    NO_COLOR: "1",
    NODE_OPTIONS: "--disable-warning=DEP0190",
    NODE_COMPILE_CACHE: path.join(folder, "cache"),
  };
  const script = scriptOf(suite);
  const { code, output } = await run(toolNode, [script, ...args, ...at], { cwd: folder, env });
  // A skipped scenario ends well too; a passed one must have found something.
  const passed = code === 0 && /^Passed: [1-9]\d*\/\d+, 0 failed/m.test(output);
  return { passed, output };
}

/** @returns {Job[]} from the oldest suite and protocol version to the newest */
function jobs() {
  const all = SUITES.flatMap((suite) =>
    Object.entries(expected[suite].passes).flatMap(([scenario, revisions]) =>
      revisions.map((revision) => ({ suite, scenario, revision })),
    ),
  ).filter(({ scenario }) => scenario.includes(wanted));
  if (!once) return all;
  const newest = new Map(all.map((job) => [job.scenario, job]));
  return [...newest.values()].filter(({ scenario }) => !VARIANTS.test(scenario));
}

/**
 * Runs everything, a few at a time. The failures.
 * @param {Job[]} waiting
 * @param {string} folder
 */
async function runAll(waiting, folder) {
  /** @type {string[]} */
  const failures = [];
  const worker = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const { passed, output } = await outcomeOf(job, folder);
      const name = `${job.suite} ${job.scenario} at ${job.revision}`;
      if (passed) continue;
      failures.push(name);
      say(`\nFAILED ${name}\n${output.trim().split("\n").slice(-40).join("\n")}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failures;
}

async function main() {
  const startMs = performance.now();
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-conformance-"));
  const all = jobs();
  const count = all.length;
  await bundleClient(folder);
  const odd = (await Promise.all(SUITES.map(strangers))).flat();
  const failures = await runAll(all, folder);
  await rm(folder, { recursive: true, force: true });
  for (const line of odd) say(line);
  if (wanted === "") {
    for (const suite of SUITES) {
      for (const [name, reason] of Object.entries(expected[suite].notApplicable)) {
        say(`not applicable: ${suite} ${name}. ${reason}`);
      }
    }
  }
  const passed = count - failures.length;
  say(`\n${passed} scenarios passed, ${failures.length} failed, ${secondsSince(startMs)}`);
  process.exitCode = failures.length === 0 && odd.length === 0 && count > 0 ? 0 : 1;
}

await main();
