// `npm run typecheck`: one check for each runtime of the sources.
// A check's results are kept, so that the next one checks only what depends on a change.
import { createHash } from "node:crypto";
import path from "node:path";
import process from "node:process";
import { root, toolNode } from "./setup/paths.mjs";
import { run } from "./setup/run.mjs";

const PROJECTS = ["shared", "main", "renderer", "tools"];

// For this folder only: a copy of it, cache included, has its own files, and results for these do not apply to those.
const here = createHash("sha256").update(root).digest("hex").slice(0, 8);

let failed = false;
for (const project of PROJECTS) {
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const kept = path.join(root, `.cache/types/${project}-${here}.tsbuildinfo`);
  const args = [tsc, "--noEmit", "--pretty", "false", "-p", `tsconfig.${project}.json`];
  // Several checkers work the same types out again each: twice the time of two cores.
  args.push("--singleThreaded", "--incremental", "--tsBuildInfoFile", kept);
  const { code, output } = await run(toolNode, args, { cwd: root });
  if (code === 0) continue;
  failed = true;
  process.stdout.write(`tsconfig.${project}.json\n${output}\n`);
}
process.exitCode = failed ? 1 : 0;
