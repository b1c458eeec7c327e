// Sets up everything that a fresh clone needs, with Node's own modules only; a second run finds it done.
//   node scripts/setup.mjs start   what `npm start` needs
//   node scripts/setup.mjs test    also what the tests need: a virtual screen, fonts, the small local model
import process from "node:process";
import { installDependencies } from "./setup/dependencies.mjs";
import { ensureRuntime } from "./setup/electron.mjs";
import { ensureModel } from "./setup/model.mjs";
import { SetupError, say } from "./setup/say.mjs";
import { ensureSystem } from "./setup/system.mjs";

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

async function main() {
  const forTests = process.argv[2] === "test";
  checkNode();
  await installDependencies();
  const runtime = await ensureRuntime();
  await ensureSystem({ forTests, executable: runtime.executable });
  if (forTests || runtime.kind === "fallback") await ensureModel();
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
