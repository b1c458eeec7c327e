// The workflows: every action pinned by its commit, no right that is not named, no secret beside a foreign action.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { actionlint } from "./setup/actionlint.mjs";
import { root } from "./setup/paths.mjs";

const folder = path.join(root, ".github/workflows");
const names = readdirSync(folder);

describe.each(names)("%s", (name) => {
  const text = readFileSync(path.join(folder, name), "utf8");

  it("pins each action by its commit, and names the release", () => {
    const uses = [...text.matchAll(/^ *(?:- )?uses: (.+)$/gm)].map(([, what]) => what);
    expect(uses.length).toBeGreaterThan(1);
    const pinned = /^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(uses.filter((what) => !pinned.test(what ?? ""))).toEqual([]);
  });

  it("gives no right that it does not name, and runs on a named version of a system", () => {
    expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
    expect(text).not.toMatch(/write-all|pull_request_target|-latest/);
    const checkouts = text.match(/uses: actions\/checkout@/g)?.length ?? 0;
    expect(text.match(/persist-credentials: false/g)?.length ?? 0).toBe(checkouts);
  });

  it("runs only npm scripts that exist", () => {
    const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });
});

it.skipIf(!existsSync(actionlint))("actionlint has nothing to say", { tags: ["long"] }, () => {
  expect(execFileSync(actionlint, [], { cwd: root, encoding: "utf8" })).toBe("");
});

it("the Node of workflows and nvm is the locked one", () => {
  const nvmrc = readFileSync(path.join(root, ".nvmrc"), "utf8").trim();
  expect(nvmrc).toBe(manifest.devDependencies.node);
  const named = names.flatMap((name) => [
    ...readFileSync(path.join(folder, name), "utf8").matchAll(/node-version: (.+)/g),
  ]);
  expect(named.map(([, version]) => version)).toEqual([nvmrc]);
});
