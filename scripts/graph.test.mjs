// Proves that every rule of .dependency-cruiser.cjs works: a small project with one forbidden import a rule, and
// allowed imports beside them, which must not be reported.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkGraph } from "./graph.mjs";

const require = createRequire(import.meta.url);

/**
 * Rule → [file, what it imports].
 * @type {Record<string, [file: string, imports: string | null]>}
 */
const FORBIDDEN = {
  "no-circular": ["src-shared/ring/a.ts", "./b.ts"],
  "no-circular, by types alone": ["src-shared/typeRing/a.ts", "type ./b.ts"],
  "no-orphans": ["src-shared/alone.ts", null],
  "not-unresolvable": ["src-shared/lost.ts", "./nowhere.ts"],
  "declared-packages": ["src-main/app/undeclared.ts", "undeclared"],
  "no-test-in-product": ["src-main/app/usesTest.ts", "../core/desk.test.ts"],
  "shared-stands-alone": ["src-shared/upward.ts", "../src-main/core/ports.ts"],
  "shared-is-pure": ["src-shared/impure.ts", "node:fs"],
  "main-not-renderer": ["src-main/app/peeks.ts", "../../src-renderer/kit/button.tsx"],
  "renderer-not-main": ["src-renderer/kit/peeks.ts", "../../src-main/log.ts"],
  "renderer-no-node": ["src-renderer/kit/node.ts", "node:path"],
  "renderer-no-electron": ["src-renderer/kit/electron.ts", "electron"],
  "core-knows-core": ["src-main/core/upward.ts", "../servers/servers.ts"],
  "core-knows-no-kind": [
    "src-main/core/kind.ts",
    "../../src-shared/request/kinds/sampling/kind.ts",
  ],
  "core-knows-no-ipc": ["src-shared/request/ipc.ts", "../contract/contract.ts"],
  "base-below-features": ["src-main/store/upward.ts", "../servers/servers.ts"],
  "features-apart": ["src-main/models/sideways.ts", "../servers/servers.ts"],
  "agents-on-servers-and-programs": ["src-main/agents/sideways.ts", "../models/generate.ts"],
  "features-below-roots": ["src-main/servers/upward.ts", "../composition/features.ts"],
  "preload-contract-only": ["src-main/preload/preload.ts", "../../src-shared/outcome.ts"],
  "main-starts-app": ["src-main/main.ts", "./store/sql.ts"],
  "nothing-imports-app": ["src-main/servers/app.ts", "../app/compose.ts"],
  "headless-without-window": ["src-main/headless/window.ts", "../ipc/serve.ts"],
  "demo-stands-alone": ["src-main/demo/leans.ts", "../log.ts"],
  "electron-in-few-places": ["src-main/store/electron.ts", "electron"],
  "mcp-in-mcp": ["src-main/app/mcp.ts", "@modelcontextprotocol/client"],
  "ai-sdk-in-models": ["src-main/app/ai.ts", "ai"],
  "llama-in-local": ["src-main/models/llama.ts", "@fugood/llama.node"],
  "sqlite-in-store": ["src-main/servers/mcp/sqlite.ts", "libsql"],
  "postgres-in-team": ["src-main/store/postgres.ts", "pg"],
  "rooms-apart": ["src-renderer/rooms/inbox/sideways.ts", "../history/list.tsx"],
  "rooms-beside-gate": ["src-renderer/gate/sideways.ts", "../rooms/inbox/list.tsx"],
  "request-below-rooms": ["src-renderer/request/upward.ts", "../gate/gate.tsx"],
  "all-below-app": ["src-renderer/rooms/inbox/upward.ts", "../../app/rail.tsx"],
  "bridge-through-data": ["src-renderer/rooms/inbox/shortcut.ts", "../../data/bridge/desk.ts"],
  "bridge-below-all": ["src-renderer/data/bridge/upward.ts", "../../words/words.ts"],
  "guard-below-all": ["src-renderer/data/guard/upward.ts", "../mirror.ts"],
  "data-below-views": ["src-renderer/data/upward.ts", "../kit/button.tsx"],
  "kit-and-editor-are-plain": ["src-renderer/kit/knows.ts", "../data/mirror.ts"],
  "kit-below-editor": ["src-renderer/kit/heavy.ts", "../editor/block.tsx"],
  "forms-are-plain": ["src-renderer/forms/knows.ts", "../data/mirror.ts"],
  "words-are-words": ["src-renderer/words/knows.ts", "../data/mirror.ts"],
  "monaco-in-editor": ["src-renderer/request/monaco.ts", "monaco-editor"],
};

/**
 * The house itself: arrows as the architecture draws them. Each file imports what stands beside it.
 * @type {Record<string, string[]>}
 */
const ALLOWED = {
  "src-shared/outcome.ts": ["zod"],
  "src-shared/contract/contract.ts": ["../outcome.ts"],
  "src-shared/request/kinds/sampling/kind.ts": [],
  "src-shared/ring/b.ts": ["./a.ts"],
  "src-shared/typeRing/b.ts": ["./a.ts"],
  "src-main/log.ts": [],
  "src-main/core/ports.ts": ["../../src-shared/outcome.ts"],
  "src-main/core/desk.ts": ["./ports.ts", "node:crypto"],
  "src-main/core/desk.test.ts": ["./desk.ts", "../history/ledger.ts"],
  "src-main/store/sql.ts": ["../log.ts", "libsql"],
  "src-main/servers/servers.ts": ["../core/ports.ts", "../store/sql.ts", "./mcp/connection.ts"],
  "src-main/servers/mcp/connection.ts": ["@modelcontextprotocol/client"],
  "src-main/models/generate.ts": ["../core/ports.ts", "../ipc/dispatch.ts", "ai"],
  "src-main/models/local/host.ts": ["@fugood/llama.node"],
  "src-main/history/ledger.ts": ["../core/ports.ts", "../store/sql.ts", "libsql"],
  "src-main/agents/gateway.ts": ["../servers/servers.ts"],
  "src-main/ipc/dispatch.ts": ["../../src-shared/outcome.ts"],
  "src-main/ipc/serve.ts": ["electron", "../core/desk.ts", "../servers/servers.ts"],
  "src-main/demo/server.ts": ["@modelcontextprotocol/client"],
  "src-main/composition/features.ts": [
    "../history/ledger.ts",
    "../agents/gateway.ts",
    "../models/generate.ts",
    "../models/local/host.ts",
  ],
  "src-main/app/compose.ts": ["../ipc/serve.ts", "../composition/features.ts"],
  "src-main/headless/serve.ts": ["../composition/features.ts"],
  "src-renderer/words/words.ts": ["../kit/time.ts"],
  "src-renderer/kit/time.ts": [],
  "src-renderer/kit/button.tsx": ["#shared/outcome.ts", "#words/words.ts"],
  "src-renderer/editor/block.tsx": ["monaco-editor", "#kit/button.tsx"],
  "src-renderer/data/bridge/desk.ts": ["#shared/contract/contract.ts"],
  "src-renderer/data/mirror.ts": ["./bridge/desk.ts"],
  "src-renderer/request/answer.tsx": ["#editor/block.tsx", "#data/mirror.ts"],
  "src-renderer/gate/gate.tsx": ["#request/answer.tsx"],
  "src-renderer/rooms/inbox/list.tsx": ["#kit/button.tsx", "#app/panes/edge.tsx"],
  "src-renderer/rooms/history/list.tsx": ["#request/answer.tsx"],
  "src-renderer/app/panes/edge.tsx": ["#data/mirror.ts"],
  "src-renderer/app/rail.tsx": ["#data/mirror.ts"],
  "src-renderer/main.tsx": [
    "./gate/gate.tsx",
    "./rooms/inbox/list.tsx",
    "./rooms/history/list.tsx",
    "./app/rail.tsx",
  ],
};

const PACKAGES = {
  dependencies: ["zod", "libsql", "pg", "ai", "@modelcontextprotocol/client", "@fugood/llama.node"],
  devDependencies: ["electron", "monaco-editor"],
  none: ["undeclared"],
};

/** @param {string} rule what it is about may follow after a comma */
const nameOf = (rule) => rule.split(",", 1)[0];

let dir = "";
/** @type {import("./graph.mjs").Violation[]} */
let violations = [];
let modules = 0;

/**
 * @param {string} file
 * @param {string[]} imports "type X" is a type-only import
 */
async function writeSource(file, imports) {
  const lines = imports.map((target, index) =>
    target.startsWith("type ")
      ? `import type * as t${index} from "${target.slice(5)}"; export type T${index} = typeof t${index};`
      : `import * as i${index} from "${target}"; export const v${index} = i${index};`,
  );
  const full = path.join(dir, file);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, `${lines.join("\n")}\nexport const own: number = 1;\n`);
}

/** @param {string} name */
async function writePackage(name) {
  const full = path.join(dir, "node_modules", name);
  await mkdir(full, { recursive: true });
  await writeFile(
    path.join(full, "package.json"),
    JSON.stringify({ name, version: "1.0.0", main: "index.js" }),
  );
  await writeFile(path.join(full, "index.js"), "module.exports = {};\n");
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), "countersign-graph-"));
  const versions = (/** @type {string[]} */ names) =>
    Object.fromEntries(names.map((name) => [name, "1.0.0"]));
  const { dependencies, devDependencies } = PACKAGES;
  const manifest = {
    name: "house",
    version: "1.0.0",
    imports: require("../package.json").imports,
    dependencies: versions(dependencies),
    devDependencies: versions(devDependencies),
  };
  await writeFile(path.join(dir, "package.json"), JSON.stringify(manifest));
  for (const name of Object.values(PACKAGES).flat()) await writePackage(name);
  for (const [file, imports] of Object.entries(ALLOWED)) await writeSource(file, imports);
  for (const [file, target] of Object.values(FORBIDDEN)) {
    await writeSource(file, target === null ? [] : [target]);
  }
  const result = await checkGraph(dir);
  violations = result.violations;
  modules = result.modules;
}, 30_000);

afterAll(() => rm(dir, { recursive: true, force: true }));

describe("the graph check", () => {
  test("sees every file of the sample project", () => {
    const files = new Set([
      ...Object.keys(ALLOWED),
      ...Object.values(FORBIDDEN).map(([file]) => file),
    ]);
    expect(modules).toBe(files.size);
  });

  test("has a case and a reason for each rule", () => {
    /** @type {{ name: string, comment?: string }[]} */
    const rules = require("../.dependency-cruiser.cjs").forbidden;
    const named = new Set(Object.keys(FORBIDDEN).map(nameOf));
    expect(rules.map((rule) => rule.name).sort()).toEqual([...named].sort());
    for (const rule of rules) expect(rule.comment, rule.name).toMatch(/.{40,}/);
  });

  test.each(Object.entries(FORBIDDEN))("reports %s", (rule, [file]) => {
    const bitten = violations.filter((found) => found.rule === nameOf(rule));
    expect(bitten.map((found) => found.from)).toContain(file);
  });

  test("accepts the imports that the architecture allows", () => {
    const quiet = new Set(Object.keys(ALLOWED));
    for (const ring of ["ring", "typeRing"]) quiet.delete(`src-shared/${ring}/b.ts`);
    expect(violations.filter((found) => quiet.has(found.from))).toEqual([]);
  });
});
