// Built twice in two folders, out/ and the package for npm are the same to the byte.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../fixtures.ts";
import { projectNode, projectRoot } from "../support/paths.ts";
import { run } from "./machine.ts";

test.describe.configure({ timeout: 600_000 });

test("another folder's build is the same to the byte @packaged", () => {
  const other = path.join(projectRoot, ".cache/packaged/other");
  rmSync(other, { recursive: true, force: true });
  mkdirSync(path.join(other, ".cache"), { recursive: true });
  const git = (...words: string[]) => run("git", ["-C", projectRoot, ...words]);
  const sources = git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
  for (const file of [...sources.split("\0").filter(Boolean), ".cache/runtime.json"]) {
    cpSync(path.join(projectRoot, file), path.join(other, file));
  }
  run("cp", ["-al", path.join(projectRoot, "node_modules"), other]);
  const epoch = git("log", "-1", "--format=%ct").trim();
  for (const folder of [projectRoot, other]) {
    run("env", ["-C", folder, projectNode, "scripts/npmPackage.mjs"], { SOURCE_DATE_EPOCH: epoch });
  }
  expect(run("diff", ["-rq", path.join(projectRoot, "out"), path.join(other, "out")])).toBe("");
  const tarball = readdirSync(path.join(other, "dist")).find((name) => name.endsWith(".tgz")) ?? "";
  const [one, two] = [projectRoot, other].map((folder) =>
    readFileSync(path.join(folder, "dist", tarball)),
  );
  expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
  rmSync(other, { recursive: true });
});
