// The branch of an agent's folder and what is not taken for one, and settings of its project.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { branchOf, settingsOf } from "./project.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "countersign-branch-")));
  for (const folder of ["project/.git", "project/src/deep", "other/.git"])
    mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, "other/.git/HEAD"), "ref: refs/heads/other\n");
});
afterEach(() => rmSync(root, { recursive: true }));

const project = (name = ""): string => path.join(root, "project", name);
const branch = (folder = project(), top = project()) => branchOf(folder, top);
const head = (text: string): void => writeFileSync(project(".git/HEAD"), text);

it("reads the branch of the folder and of the folders below it", async () => {
  head("ref: refs/heads/feature/retry-backoff\n");
  expect(await branch()).toBe("feature/retry-backoff");
  expect(await branch(project("src/deep"))).toBe("feature/retry-backoff");
  mkdirSync(project("src/.git"));
  // A repository in the repository, whose branch is not known.
  expect(await branch(project("src/deep"))).toBeNull();
});

it.each([
  ["a commit", "9570d724e6a1c0f6b2f7d6b0b2b4a7b1f6f0c3de\n"],
  ["another reference", "ref: refs/remotes/origin/main\n"],
  ["a character that can't be seen", "ref: refs/heads/ma\u202Ein\n"],
  ["two lines", "ref: refs/heads/main\nref: refs/heads/main\n"],
  ["too long a name", `ref: refs/heads/${"m".repeat(1024)}\n`],
  ["nothing", ""],
])("takes none for a branch: %s", async (_what, text) => {
  head(text);
  expect(await branch()).toBeNull();
});

it("follows nothing out of the folder, and looks no further up than the session's", async () => {
  expect(await branch()).toBeNull();
  symlinkSync(path.join(root, "other/.git/HEAD"), project(".git/HEAD"));
  expect(await branch()).toBeNull();
  rmSync(project(".git"), { recursive: true });
  writeFileSync(project(".git"), `gitdir: ${path.join(root, "other/.git")}\n`);
  expect(await branch()).toBeNull();
  rmSync(project(".git"));
  symlinkSync(path.join(root, "other/.git"), project(".git"));
  expect(await branch()).toBeNull();
  rmSync(project(".git"));
  mkdirSync(path.join(root, ".git"));
  writeFileSync(path.join(root, ".git/HEAD"), "ref: refs/heads/above\n");
  expect(await branch()).toBeNull();
});

it("names what a project sets, and a file that can't be read as settings", () => {
  const texts = {
    "p/.claude/settings.json": '{ "env": {}, "model": "x", "disableAllHooks": true }',
    "p/.claude/settings.local.json": "{",
    "p/.codex/config.toml": "[features]\nhooks = false\n",
    "q/.claude/settings.json": '{ "model": "x" }',
  };
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const [p, q] = [path.join(root, "p"), path.join(root, "q")];
  expect(settingsOf("claude-code", p)).toEqual([
    { file: ".claude/settings.json", keys: ["env", "disableAllHooks"] },
    { file: ".claude/settings.local.json", keys: [] },
  ]);
  expect(settingsOf("codex", p)).toMatchObject([{ keys: ["features"] }]);
  expect(settingsOf("claude-code", q)).toEqual([]);
  expect(settingsOf("opencode", p)).toEqual([]);
  const file = path.join(q, ".claude/settings.json");
  writeFileSync(file, "x".repeat(1024 * 1024 + 1));
  expect(settingsOf("claude-code", q)).toEqual([{ file: ".claude/settings.json", keys: [] }]);
  rmSync(file);
  mkdirSync(file);
  expect(settingsOf("claude-code", q)).toEqual([{ file: ".claude/settings.json", keys: [] }]);
});
