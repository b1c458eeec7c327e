import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Replacement } from "./agent.ts";
import { applyChange, changesOf, lineCounts, unifiedDiff } from "./changes.ts";
import { parsePatch } from "./patch.ts";
import recorded from "./recorded/patches.json" with { type: "json" };

type Files = Record<string, string | undefined>;

/** The files after a patch; null where it is not understood or not applied. */
function filesAfter(agent: "codex" | "opencode", file: string, patch: string): Files | null {
  const files: Files = { f: file };
  for (const change of parsePatch(agent, patch) ?? [null]) {
    if (change === null) return null;
    const applied = applyChange(agent, files[change.path] ?? null, change);
    if ("fault" in applied) return null;
    delete files[change.path];
    if (applied.after === null) continue;
    const isMoved = change.kind === "patch" && change.moveTo !== undefined;
    files[isMoved ? (change.moveTo ?? "") : change.path] = applied.after;
  }
  return files;
}

const edit = (from: string, to: string, all = false): Replacement => ({
  from,
  to: { at: [], text: to },
  all,
});

type Row = [before: string | null, edits: Replacement[], after: string];

/** As its bundle does it (2.1.332). */
const CLAUDE: Row[] = [
  ["a b", [edit("a", "c")], "c b"],
  ["a a", [edit("a", "c")], "not-unique"],
  ["a a", [edit("a", "$&", true)], "$& $&"],
  ["aaa", [edit("aa", "b")], "ba"],
  ["a", [edit("b", "c")], "not-found"],
  ["a", [edit("a", "a")], "unchanged"],
  ["a\nb\n", [edit("a", "")], "b\n"],
  ["a\nb", [edit("b", "")], "a\n"],
  ["a\na b\n", [edit("a", "", true)], "a b\n"],
  ["a\r\nb\r\n", [edit("a\nb", "c\nd")], "c\r\nd\r\n"],
  ["a\r\nb\n", [edit("a", "c")], "c\nb\n"],
  ["a\r\nb\r\nc\n", [edit("a", "x")], "x\r\nb\r\nc\r\n"],
  ["a\r\nb", [edit("a\r\nb", "c")], "not-found"],
  ["\uFEFFa", [edit("a", "b")], "\uFEFFb"],
  ["a b", [edit("a", "c"), edit("b", "d")], "c d"],
  ["a b", [edit("a", "c"), edit("c b", "d")], "d"],
  ["a b", [edit("a", "bc"), edit("b", "d")], "unsure"],
  ["a", [edit("", "b")], "exists"],
  [null, [edit("", "b")], "b"],
  [null, [edit("a", "b")], "absent"],
];

/** As its bundle does it (1.18.33). */
const OPENCODE: Row[] = [
  ["a b", [edit("a", "c")], "c b"],
  ["aaa", [edit("aa", "b")], "not-unique"],
  ["a\nb\n", [edit("a", "")], "\nb\n"],
  ["a\nb\r\n", [edit("a\nb", "c")], "not-found"],
  ["a\r\nb\r\n", [edit("a\nb", "c\nd")], "c\r\nd\r\n"],
  ["a a", [edit("a", "[$&]", true)], "[a] [a]"],
  ["\uFEFFa", [edit("a", "b")], "\uFEFFb"],
  ["", [edit("", "b")], "unsure"],
  ["x", [edit("", "b")], "exists"],
  [null, [edit("", "b")], "b"],
];

describe("changes of files", () => {
  it("are those that the real agents make of a patch, or none", () => {
    const refused = (agent: "codex" | "opencode") =>
      recorded.rows.flatMap((row, at) => {
        const own = filesAfter(agent, row.file, row.patch);
        if (own !== null) expect({ at, ...own }).toEqual({ at, ...row[agent] });
        return own === null && row[agent] !== null ? [at] : [];
      });
    // Quotes that are only alike; opencode's other reading of a patch without `@@`, and of `*** End of File`.
    expect(refused("codex")).toEqual([23]);
    expect(refused("opencode")).toEqual([2, 6, 23]);
  });

  it("are those of the agents' edits", () => {
    for (const [agent, rows] of [["claude-code", CLAUDE] as const, ["opencode", OPENCODE] as const])
      for (const [before, replacements, after] of rows) {
        const change = { kind: "replace", path: "f", replacements } as const;
        const applied = applyChange(agent, before, change);
        const came = "fault" in applied ? applied.fault : applied.after;
        expect([agent, before, replacements, came]).toEqual([agent, before, replacements, after]);
      }
  });

  it("keep the byte order mark of a file that is written anew where the agent does", () => {
    const [change] = changesOf({ kind: "write", path: "f", content: { at: [], text: "b" } });
    if (change === undefined) throw new Error("no change");
    expect(applyChange("claude-code", "\uFEFFa", change)).toEqual({ after: "\uFEFFb" });
    expect(applyChange("opencode", "\uFEFFa", change)).toEqual({ fault: "unsure" });
    expect(applyChange("claude-code", null, change)).toEqual({ after: "b" });
  });

  it("read no patch that has another line, and never two changes of a file", () => {
    const rows: string[][] = [
      ["*** Update File: f"],
      ["*** Update File: f", "@@"],
      ["*** Update File: f", "@@", "x"],
      ["*** Update File: f", "@@@", " x"],
      ["*** Update File: f", "@@ ", "+x"],
      ["*** Update File:  f", "@@", "+x"],
      ["*** Update File: ", "@@", "+x"],
      ["*** Update File: f", "*** Move to: ", "@@", "+x"],
      ["*** Update File: f", "@@", "+x", "*** Move to: g"],
      ["*** Update File: f", "@@", "+x", "*** End of File", "+y"],
      ["*** Update File: f", "@@", " *** End Patch", "+x"],
      ["*** Add File: f", "x"],
      ["*** Delete File: f", "+x"],
      ["*** Environment ID: e", "*** Delete File: f"],
      ["+x", "*** Delete File: f"],
      ["*** Delete File: f", "*** Add File: ./F", "+x"],
      ["*** Delete File: f", "*** Add File: a/../f", "+x"],
      ["*** Add File: f", "+x\r", "+y"],
      [],
    ];
    for (const agent of ["codex", "opencode"] as const)
      for (const row of rows) {
        const text = ["*** Begin Patch", ...row, "*** End Patch"].join("\n");
        expect([row, parsePatch(agent, text)]).toEqual([row, null]);
        expect(parsePatch(agent, `cat <<E\n${text}\nE`)).toBeNull();
      }
  });

  it("never throw, whatever a patch is", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "@@",
        "@@ a",
        "*** Update File: f",
        "*** Add File: g",
        "*** End of File",
        " a",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), fc.string(), (body, file) => {
        const patch = ["*** Begin Patch", ...body, "*** End Patch"].join("\n");
        for (const agent of ["codex", "opencode"] as const) filesAfter(agent, file, patch);
      }),
    );
  });
});

describe("unifiedDiff", () => {
  it("leads from one text to the other", () => {
    const line = fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "- d\n", "\\ e\n", "f");
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const options = { autoConvertLineEndings: false };
        const diff = unifiedDiff(before, after);
        expect(applyPatch(before, diff, options)).toBe(after);
        const { added, removed } = lineCounts(diff);
        const linesIn = (whole: string): number => whole.split(/(?<=\n)/).filter(Boolean).length;
        expect(added - removed).toBe(linesIn(after) - linesIn(before));
      }),
    );
  });

  it("shows a text that was rewritten as one block", () => {
    const [before, after] = ["a", "b"].map((name) =>
      Array.from({ length: 5000 }, (_, at) => (at < 2 ? "same\n" : `${name} ${at}\n`)).join(""),
    );
    const diff = unifiedDiff(before ?? "", after ?? "");
    expect(diff.startsWith("@@ -1,5000 +1,5000 @@\n same\n same\n-a 2\n")).toBe(true);
    expect(applyPatch(before ?? "", diff)).toBe(after);
  });
});
