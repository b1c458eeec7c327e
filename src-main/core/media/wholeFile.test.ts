// A file that does not fit is not left behind, and not reported as saved.
import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeWhole } from "./wholeFile.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-whole-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const service = pathToFileURL(path.resolve(import.meta.dirname, "wholeFile.ts")).href;

/** Runs `work` with the handle in a process whose files end after 4 KiB; returns what it reported. */
function saved(work: string): unknown {
  const script = path.join(folder, "script.mjs");
  writeFileSync(
    script,
    `import { Stopped, writeWhole } from ${JSON.stringify(service)};
     const said = await writeWhole(${JSON.stringify(path.join(folder, "page.html"))}, async (handle) => {
       ${work}
     });
     process.stdout.write(JSON.stringify(said));`,
  );
  const limited = `ulimit -f 8; exec "$0" --no-warnings "$1" | cat`;
  const text = execFileSync("sh", ["-c", limited, process.execPath, script], { encoding: "utf8" });
  return JSON.parse(text);
}
const left = (): string[] => readdirSync(folder).filter((name) => name.startsWith("page"));

it("reports a file as not saved when the disk fills up during the write", () => {
  expect(saved('await handle.writeFile("x".repeat(20_000));')).toMatchObject({
    ok: false,
    failure: { kind: "medium-not-saved" },
  });
  expect(left()).toEqual([]);
});

it("writes what fits, and leaves nothing where the write was stopped", () => {
  expect(saved('await handle.writeFile("ab");')).toEqual({ ok: true, value: 2 });
  expect(left()).toEqual(["page.html"]);
  rmSync(path.join(folder, "page.html"));
  const failure = { kind: "internal", detail: "no thread" };
  const stopped = `await handle.writeFile("ab"); throw new Stopped(${JSON.stringify(failure)});`;
  expect(saved(stopped)).toEqual({ ok: false, failure });
  expect(left()).toEqual([]);
});

it("writes through no link at the target, and for its owner only", async () => {
  const [page, other] = [path.join(folder, "page.html"), path.join(folder, "other.txt")];
  writeFileSync(other, "of another");
  symlinkSync(other, `${page}.part`);
  expect(await writeWhole(page, (handle) => handle.writeFile("ab"))).toEqual({
    ok: true,
    value: 2,
  });
  expect(readFileSync(other, "utf8")).toBe("of another");
  expect(lstatSync(page).isFile()).toBe(true);
  expect(lstatSync(page).mode & 0o777).toBe(0o600);
});
