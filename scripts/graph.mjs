// `npm run graph`: checks the imports between folders (.dependency-cruiser.cjs), and fails when it finds no module.
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";
import { cruise } from "dependency-cruiser";
import { root } from "./setup/paths.mjs";

const require = createRequire(import.meta.url);

/**
 * @typedef {object} Violation
 * @property {string} rule
 * @property {string} comment the reason
 * @property {string} from
 * @property {string} to
 */

/**
 * Checks the imports below a folder.
 * @param {string} baseDir
 * @returns {Promise<{ modules: number, dependencies: number, violations: Violation[] }>}
 */
export async function checkGraph(baseDir) {
  const config = require("../.dependency-cruiser.cjs");
  const rooms = ["src-shared", "src-main", "src-renderer"];
  const { enhancedResolveOptions, ...options } = config.options;
  const { output } = await cruise(
    rooms,
    { ...options, baseDir, validate: true, ruleSet: { forbidden: config.forbidden } },
    enhancedResolveOptions,
  );
  if (typeof output === "string") throw new Error("dependency-cruiser answered with text.");
  const comments = new Map(config.forbidden.map((rule) => [rule.name, rule.comment]));
  return {
    modules: output.modules.filter((module) => module.source.startsWith("src-")).length,
    dependencies: output.summary.totalDependenciesCruised ?? 0,
    violations: output.summary.violations.map((violation) => ({
      rule: violation.rule.name,
      comment: String(comments.get(violation.rule.name) ?? ""),
      from: violation.from,
      to: violation.cycle ? violation.cycle.map((step) => step.name).join(" → ") : violation.to,
    })),
  };
}

async function main() {
  const { modules, dependencies, violations } = await checkGraph(root);
  if (modules === 0 || dependencies === 0) {
    process.stdout.write(
      "The graph check saw no modules or no imports: it proves nothing (is @swc/core installed?).\n",
    );
    process.exitCode = 1;
    return;
  }
  for (const { rule, comment, from, to } of violations) {
    process.stdout.write(`${rule}: ${from} → ${to}\n    ${comment}\n`);
  }
  process.stdout.write(
    `${modules} modules, ${dependencies} imports, ${violations.length} forbidden.\n`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  await main();
}
