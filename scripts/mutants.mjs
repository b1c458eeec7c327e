// `npm run mutants`: changes the guards of main (mutants/guards.mjs) one token at a time and runs the tests that reach
// them. Fails where a change goes unnoticed. `npm run mutants -- decide` takes only files with that in their path.
import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { Stryker } from "@stryker-mutator/core";
import { parseSync } from "vite";
import { guards } from "./mutants/guards.mjs";
import { root } from "./setup/paths.mjs";

const MOST = 30;

/**
 * The functions of a file by name, a method with its class.
 * @param {string} file
 * @param {string} text
 * @returns {Map<string, { start: number, end: number }>}
 */
function functionsOf(file, text) {
  const found = new Map();
  for (const statement of parseSync(file, text).program.body) {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (node?.type === "FunctionDeclaration") found.set(node.id?.name, node);
    if (node?.type === "VariableDeclaration") {
      for (const one of node.declarations)
        if (one.id.type === "Identifier") found.set(one.id.name, one);
    }
    if (node?.type !== "ClassDeclaration") continue;
    for (const method of node.body.body) {
      if (method.type !== "MethodDefinition" || !("name" in method.key)) continue;
      const mark = method.key.type === "PrivateIdentifier" ? "#" : "";
      found.set(`${node.id?.name}.${mark}${method.key.name}`, method);
    }
  }
  return found;
}

/**
 * The ranges of these functions in Stryker's form: lines from 1, columns from 0.
 * @param {string} file
 * @param {readonly string[]} names
 */
function rangesOf(file, names) {
  const text = readFileSync(path.join(root, file), "utf8");
  const functions = functionsOf(file, text);
  /** @param {number} at */
  const place = (at) => {
    const lines = text.slice(0, at).split("\n");
    return `${lines.length}:${lines.at(-1)?.length}`;
  };
  return names.map((name) => {
    const node = functions.get(name);
    if (node === undefined) throw new Error(`${file} has no ${name}.`);
    return `${file}:${place(node.start)}-${place(node.end)}`;
  });
}

if (Object.values(guards).flat().length > MOST) throw new Error(`More than ${MOST} guards.`);
const wanted = process.argv[2] ?? "";
const files = Object.entries(guards).filter(([file]) => file.includes(wanted));
process.chdir(root);
const results = await new Stryker({
  mutate: files.flatMap(([file, names]) => rangesOf(file, names)),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutants/vitest.config.mts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
  tempDirName: ".cache/mutants",
  ignorePatterns: ["out", "dist", "assets", ".cache", "docs", "e2e", "test-results"],
  timeoutMS: 5000,
  // None: Stryker would rewrite one by an API that TypeScript 7 lacks, and ours needs no rewriting.
  tsconfigFile: "none",
}).runMutationTest();
const unnoticed = results.filter(({ status }) => status === "Survived" || status === "NoCoverage");
process.stdout.write(`${results.length} changes, ${unnoticed.length} unnoticed.\n`);
process.exitCode = unnoticed.length === 0 ? 0 : 1;
