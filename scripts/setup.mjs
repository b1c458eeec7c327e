// Sets up everything that a fresh clone needs, with Node's own modules only; a second run finds it done.
//   node scripts/setup.mjs start   what `npm start` needs
//   node scripts/setup.mjs test    also what the tests need: a virtual screen, fonts, the small local model, PostgreSQL
//   node scripts/setup.mjs long    also a host, the oldest PostgreSQL that a team may use, a Python server, and actionlint
import process from "node:process";
import { ensureActionlint } from "./setup/actionlint.mjs";
import { installDependencies } from "./setup/dependencies.mjs";
import { ensureRuntime, fetchFallback } from "./setup/electron.mjs";
import { sweep } from "./setup/files.mjs";
import { ensureHosts } from "./setup/hosts.mjs";
import { ensureModel, hasModel } from "./setup/model.mjs";
import { cacheDir, modelsDir } from "./setup/paths.mjs";
import { ensureOldestPostgres, ensurePostgres } from "./setup/postgres.mjs";
import { ensurePython } from "./setup/python.mjs";
import { SetupError, say } from "./setup/say.mjs";
import { ensurePackages, explainSystem } from "./setup/system.mjs";

const OLDEST_NODE = [20, 19];

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [wantMajor = 0, wantMinor = 0] = OLDEST_NODE;
  if (major < wantMajor || (major === wantMajor && minor < wantMinor)) {
    throw new SetupError(
      `Node ${OLDEST_NODE.join(".")} or newer is needed; this is ${process.version}.`,
    );
  }
}

/** Nothing here needs the npm packages, so it is fetched beside them. */
async function whatTestsNeed() {
  await ensurePackages({ forTests: true, forModel: !hasModel() });
  await Promise.all([ensureModel(), ensurePostgres()]);
}

/** @param {boolean} forTests */
async function whatTheAppNeeds(forTests) {
  await Promise.all([installDependencies(), fetchFallback()]);
  const runtime = await ensureRuntime();
  if (!forTests) {
    const forModel = runtime.kind === "fallback" && !hasModel();
    await ensurePackages({ forTests, forModel });
    if (forModel) await ensureModel();
  }
  await explainSystem(runtime.executable);
}

async function main() {
  const forLong = process.argv[2] === "long";
  const forTests = forLong || process.argv[2] === "test";
  checkNode();
  for (const dir of [cacheDir, modelsDir]) await sweep(dir);
  await Promise.all([whatTheAppNeeds(forTests), forTests ? whatTestsNeed() : null]);
  if (!forLong) return;
  await ensureOldestPostgres();
  await ensureHosts(["opencode"]);
  await ensurePython(["fastmcp3"]);
  await ensureActionlint();
}

try {
  await main();
} catch (error) {
  say(
    error instanceof SetupError
      ? error.message
      : String(error instanceof Error ? error.stack : error),
  );
  process.exitCode = 1;
}
