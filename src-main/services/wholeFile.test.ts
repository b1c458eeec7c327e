// A file that does not fit is not there, and is not said to be.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-whole-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const service = pathToFileURL(path.resolve(import.meta.dirname, "historyFiles.ts")).href;

/** Saves a page of these parts in a process whose files end after 4 KiB; gives what was said of it. */
function saved(parts: unknown, medium: unknown): unknown {
  const script = path.join(folder, "script.mjs");
  writeFileSync(
    script,
    `import { HistoryFilesService } from ${JSON.stringify(service)};
     const files = new HistoryFilesService({
       dialogs: { placeToSave: async () => ${JSON.stringify(path.join(folder, "page.html"))} },
       source: { read: async () => (${JSON.stringify(medium)}) },
     });
     const said = await files.report("name", "sample", ${JSON.stringify(parts)});
     process.stdout.write(JSON.stringify(said));`,
  );
  const limited = `ulimit -f 8; exec "$0" --no-warnings "$1" | cat`;
  const text = execFileSync("sh", ["-c", limited, process.execPath, script], { encoding: "utf8" });
  return JSON.parse(text);
}
const left = (): string[] => readdirSync(folder).filter((name) => name.startsWith("page"));
const none = { ok: false, failure: { kind: "not-found", what: "media" } };

it("says of a page that fits no longer in the midst of a write that it was not saved", () => {
  expect(saved(["x".repeat(20_000)], none)).toMatchObject({
    ok: false,
    failure: { kind: "medium-not-saved" },
  });
  expect(left()).toEqual([]);
});

it("leaves out what was forgotten, and stops at what cannot be read", () => {
  expect(saved(["a", { ref: "r" }, "b"], none)).toEqual({ ok: true, value: true });
  expect(left()).toEqual(["page.html"]);
  rmSync(path.join(folder, "page.html"));
  const broken = { ok: false, failure: { kind: "internal", detail: "no thread" } };
  expect(saved(["a", { ref: "r" }, "b"], broken)).toEqual(broken);
  expect(left()).toEqual([]);
});
