import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../json.ts";
import type { AgentId } from "./agent.ts";
import { editablesOf, onlyEditsDiffer, withEdited } from "./edits.ts";
import { tableOf } from "./tables.ts";

const PATCH = "*** Begin Patch\n*** Delete File: a\n*** End Patch";

/** A call, and how many texts of it can be edited. */
const CALLS: [agent: AgentId, tool: string, input: JsonObject, texts: number][] = [
  ["claude-code", "Bash", { command: "ls", description: "List" }, 1],
  ["claude-code", "Write", { file_path: "/a", content: "b" }, 1],
  ["claude-code", "Edit", { file_path: "/a", old_string: "a", new_string: "b" }, 1],
  [
    "claude-code",
    "Edit",
    { file_path: "/a", old_string: "a", new_string: "b", replace_all: true },
    0,
  ],
  [
    "claude-code",
    "MultiEdit",
    {
      file_path: "/a",
      edits: [
        { old_string: "a", new_string: "b", replace_all: true },
        { old_string: "c", new_string: "d" },
        { old_string: "e", new_string: "f" },
      ],
    },
    2,
  ],
  ["claude-code", "Read", { file_path: "/a" }, 0],
  ["codex", "Bash", { command: "ls" }, 1],
  ["codex", "apply_patch", { command: PATCH }, 1],
  ["opencode", "bash", { command: "ls" }, 1],
  ["opencode", "edit", { filePath: "a", oldString: "a", newString: "b" }, 1],
];

const anyText = fc
  .array(fc.integer({ min: 0, max: 0xff_ff }))
  .map((codes) => String.fromCharCode(...codes));

describe("edited inputs", () => {
  it("have every editable text replaced, and differ in nothing else", () => {
    for (const [agent, tool, input, count] of CALLS) {
      const table = tableOf(agent);
      const texts = editablesOf(table.actionOf(tool, input));
      expect([agent, tool, texts.length]).toEqual([agent, tool, count]);
      for (const { at, text } of texts) {
        expect(withEdited(input, at, text)).toEqual(input);
        if (text === PATCH) continue;
        const edited = withEdited(input, at, "other");
        if (edited === null) throw new Error("not edited");
        expect(onlyEditsDiffer(table, tool, input, edited)).toBe(true);
        expect(editablesOf(table.actionOf(tool, edited)).map((each) => each.text)).toContain(
          "other",
        );
      }
    }
  });

  it("are refused where anything else differs", () => {
    for (const [agent, tool, input] of CALLS) {
      const table = tableOf(agent);
      const others: JsonObject[] = [
        { ...input, extra: 1 },
        { ...input, file_path: "/b", filePath: "/b" },
        {},
        { command: "ls", description: "Something else" },
        { command: ["ls"] },
      ];
      for (const other of others)
        expect([agent, tool, other, onlyEditsDiffer(table, tool, input, other)]).toEqual([
          agent,
          tool,
          other,
          false,
        ]);
    }
    const table = tableOf("codex");
    const differs = (command: string): boolean =>
      onlyEditsDiffer(table, "apply_patch", { command: PATCH }, { command });
    expect(differs(`${PATCH}\n`)).toBe(true);
    expect(differs(PATCH.replace("File: a", "File: b"))).toBe(false);
    expect(differs("rm -rf /")).toBe(false);
  });

  it("are made at no place that has no text", () => {
    const input: JsonObject = { a: ["b", { c: 1 }] };
    expect(withEdited(input, ["a", 0], "x")).toEqual({ a: ["x", { c: 1 }] });
    for (const at of [[], ["a"], ["a", 2], ["a", 1, "c"], ["__proto__", "a"], ["a", "0"]])
      expect(withEdited(input, at, "x")).toBeNull();
  });
});

describe("verdicts", () => {
  it("hand over any reason word for word", () => {
    fc.assert(
      fc.property(anyText, (reason) => {
        const verdict = { kind: "reject", reason } as const;
        for (const id of ["claude-code", "codex"] as const) {
          const outputs = [
            tableOf(id).outputOf({ role: "before", name: "PreToolUse" }, verdict),
            tableOf(id).outputOf({ role: "permission", name: "PermissionRequest" }, verdict),
          ];
          for (const { stdout, exit } of outputs) {
            const { hookSpecificOutput: said } = JSON.parse(stdout);
            expect([said.permissionDecisionReason ?? said.decision.message, exit]).toEqual([
              reason,
              0,
            ]);
          }
        }
        const name = "tool.execute.before";
        const output = tableOf("opencode").outputOf({ role: "before", name }, verdict);
        expect(output).toEqual({ stdout: "", stderr: reason, exit: 2 });
      }),
    );
  });

  it("are written in each agent's form", () => {
    const input = { command: "ls" };
    const says = (
      id: AgentId,
      role: "before" | "permission" | "after",
      verdict: Parameters<ReturnType<typeof tableOf>["outputOf"]>[1],
    ) => {
      const { stdout, exit } = tableOf(id).outputOf({ role, name: "" }, verdict);
      return exit === 0 ? stdout : exit;
    };
    const before = (more: string): string =>
      `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"${more}}}`;
    const asked = (more: string): string =>
      `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"${more}}}}`;
    const edited = `,"updatedInput":{"command":"ls"}`;
    for (const id of ["claude-code", "codex"] as const) {
      expect(says(id, "before", { kind: "allow" })).toBe(before(""));
      expect(says(id, "before", { kind: "allow", input })).toBe(before(edited));
      expect(says(id, "permission", { kind: "allow" })).toBe(asked(""));
    }
    expect(says("claude-code", "permission", { kind: "allow", input })).toBe(asked(edited));
    // Codex takes no input there: nothing of it may run.
    expect(says("codex", "permission", { kind: "allow", input })).toBe(2);
    expect(says("opencode", "before", { kind: "allow" })).toBe("");
    expect(says("opencode", "before", { kind: "allow", input })).toBe(`{"args":{"command":"ls"}}`);
    for (const id of ["claude-code", "codex", "opencode"] as const)
      for (const role of ["before", "permission", "after"] as const)
        expect(says(id, role, { kind: "pass" })).toBe("");
  });
});
