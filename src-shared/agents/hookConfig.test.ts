import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { commandLine, pluginText, powerShellLine } from "./hookCommand.ts";
import type { HookWay } from "./hookConfig.ts";
import {
  entriesFor,
  entriesIn,
  sameEntries,
  settingsIn,
  withEntries,
  withoutEntries,
} from "./hookConfig.ts";
import { tableOf } from "./tables.ts";

const unit = fc.integer({ min: 1, max: 0xff_ff }).map((code) => String.fromCharCode(code));
const ID = "8b1d6f0e-entry";
const WAY: HookWay = {
  kind: "command",
  node: "/usr/bin/node",
  script: "/home/u/.desk/hook.cjs",
  id: ID,
  isWindows: false,
};
const STARTED = `/usr/bin/env -u NODE_OPTIONS -u NODE_PATH -u NODE_COMPILE_CACHE -u OPENSSL_CONF '/usr/bin/node' '/home/u/.desk/hook.cjs' ${ID}`;
const CLOSES = ` || case $? in 2) exit 2 ;; *) echo "Countersign's hook failed." >&2; exit 2 ;; esac`;

const entries = entriesFor(tableOf("claude-code"), WAY, "asked") ?? [];

const COMMENTED = `// mine
{
    "model": "opus", // keep
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "audit" }] }, // first
        ],
    },
}
`;

describe("entries in config files", () => {
  it("hold or report by the choice, in the agent's unit", () => {
    const told = (agent: "claude-code" | "codex", actions: "asked" | "changes") =>
      Object.fromEntries(
        (entriesFor(tableOf(agent), WAY, actions) ?? []).map(({ event, group }) => [
          event,
          (group["hooks"] as object[])[0],
        ]),
      );
    const hold = { type: "command", command: `${STARTED}${CLOSES}`, timeout: 3600 };
    const asked = { type: "command", command: `${STARTED} --asked`, timeout: 3600 };
    const report = { type: "command", command: `${STARTED} --report || exit 0`, timeout: 10 };
    const ended = { ...report, timeout: 3 };
    const ends = {
      PostToolUse: report,
      PostToolUseFailure: report,
      UserPromptSubmit: report,
      SessionEnd: ended,
    };
    expect(told("claude-code", "asked")).toEqual({
      PreToolUse: asked,
      PermissionRequest: hold,
      ...ends,
    });
    expect(told("claude-code", "changes")).toEqual({
      PreToolUse: { ...hold, onFailure: "block" },
      PermissionRequest: hold,
      ...ends,
    });
    expect(told("codex", "asked")).toEqual({
      PreToolUse: asked,
      PermissionRequest: hold,
      PostToolUse: report,
      UserPromptSubmit: report,
      SessionEnd: ended,
    });
    expect(told("codex", "changes")["PreToolUse"]).toEqual(hold);
    expect(entriesFor(tableOf("opencode"), WAY, "changes")).toBeNull();
  });

  it("can have an address instead of a command", () => {
    const way = { kind: "http", id: ID, url: `http://127.0.0.1:1/${ID}`, token: "t" } as const;
    const [before] = entriesFor(tableOf("claude-code"), way, "everything") ?? [];
    expect(before?.group["hooks"]).toEqual([
      {
        type: "http",
        url: `http://127.0.0.1:1/${ID}`,
        headers: { Authorization: "Bearer t" },
        timeout: 3600,
        onFailure: "block",
      },
    ]);
  });

  it("stand after others' hooks, with comments kept, and go without a trace", () => {
    const text = withEntries(COMMENTED, entries) ?? "";
    expect(text).toContain("// mine");
    expect(text).toContain("// keep");
    expect(text.indexOf("audit")).toBeLessThan(text.indexOf(ID));
    expect(sameEntries(entriesIn(text, ID) ?? [], entries)).toBe(true);
    expect(withoutEntries(text, ID, { before: COMMENTED, entries })).toEqual({ text: COMMENTED });
    expect(withoutEntries(withEntries(null, entries) ?? "", ID, { before: null, entries })).toEqual(
      { text: null },
    );

    const changed = text.replace('"opus"', '"sonnet"');
    const undone = withoutEntries(changed, ID, { before: COMMENTED, entries })?.text ?? "";
    expect(undone).toContain("// first");
    expect(settingsIn("settings.json", undone)).toEqual({
      model: "sonnet",
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "audit" }] }] },
    });
  });

  it("leave a hook that somebody put beside ours", () => {
    const text = `{"hooks":{"PreToolUse":[{"hooks":[{"command":"a"},{"command":"${ID}"},{"command":"b"}]}]}}`;
    const undone = withoutEntries(text, ID, { before: null, entries });
    expect(undone?.text).toBe(
      `{"hooks":{"PreToolUse":[{"hooks":[{"command":"a"},{"command":"b"}]}]}}`,
    );
  });

  it("are not written where they would not be read", () => {
    const twice = `{"hooks":{},"hooks":{}}`;
    for (const text of [
      "[]",
      "{",
      `{"hooks":[]}`,
      `{"hooks":{"PreToolUse":{}}}`,
      `{"hooks":null}`,
      twice,
    ])
      expect([text, withEntries(text, entries)]).toEqual([text, null]);
  });

  it("are found changed", () => {
    const text = withEntries(COMMENTED, entries) ?? "";
    for (const changed of [
      text.replace(" || case", " ; case"),
      text.replace("600", "5"),
      text.replace("--report", "--other"),
      text.replace('"matcher": "*"', '"matcher": "Read"'),
      text.replace(ID, "x"),
    ])
      expect(sameEntries(entriesIn(changed, ID) ?? [], entries)).toBe(false);
  });

  it("come and go in any settings", () => {
    const group = fc.record({
      matcher: fc.string(),
      hooks: fc.array(fc.record({ type: fc.constant("command"), command: fc.string() })),
    });
    const hooks = fc.dictionary(
      fc.constantFrom("PreToolUse", "PostToolUse", "Stop", "SessionEnd"),
      fc.array(group, { maxLength: 3 }),
    );
    const settings = fc.record(
      { model: fc.string(), hooks, env: fc.dictionary(fc.string(), fc.string()) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const before = JSON.stringify(value, null, indent);
        const text = withEntries(before, entries);
        if (text === null) throw new Error("not written");
        expect(sameEntries(entriesIn(text, ID) ?? [], entries)).toBe(true);
        expect(withoutEntries(text, ID, { before, entries })).toEqual({ text: before });
        const undone = withoutEntries(`${text}\n`, ID, { before, entries })?.text ?? "";
        const kept = (hooksOf: unknown) =>
          Object.entries((hooksOf ?? {}) as object).filter(([, list]) => list.length > 0);
        const left = settingsIn(".json", undone);
        expect(kept(left?.["hooks"])).toEqual(kept(JSON.parse(before).hooks));
        expect(left?.["env"]).toEqual(JSON.parse(before).env);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the command", () => {
  it.skipIf(process.platform === "win32")("has each path as one word", () => {
    const words = fc.sample(
      fc
        .array(fc.oneof(fc.constantFrom(..."'\\\"$`\n !*"), unit), { minLength: 1 })
        .map((parts) => parts.join("").replaceAll(/[\0\uD800-\uDFFF]/g, "'")),
      200,
    );
    const lines = words.map((script) =>
      (commandLine({ node: "/n o'de", script, id: ID, isWindows: false }, "asked") ?? "").replace(
        "/usr/bin/env -u NODE_OPTIONS -u NODE_PATH -u NODE_COMPILE_CACHE -u OPENSSL_CONF",
        String.raw`printf '%s\0'`,
      ),
    );
    const printed = execFileSync("sh", ["-c", lines.join("\n")], { encoding: "utf8" });
    expect(printed).toBe(words.map((word) => `/n o'de\0${word}\0${ID}\0--asked\0`).join(""));
  });

  it.skipIf(process.platform === "win32")("runs no program of a repository's", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "command-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const evil = path.join(folder, "evil.cjs");
    for (const name of ["env", "node"])
      writeFileSync(path.join(folder, name), "#!/bin/sh\necho allowed\n", { mode: 0o755 });
    writeFileSync(evil, "console.log('allowed');");
    const script = path.join(folder, "hook.cjs");
    writeFileSync(script, "console.log(process.argv[2]);");
    const line = commandLine({ node: process.execPath, script, id: ID, isWindows: false }, "held");
    const env = {
      PATH: `${folder}:${process.env["PATH"] ?? ""}`,
      NODE_OPTIONS: `--require ${evil}`,
      "BASH_FUNC_env%%": "() { echo allowed; }",
    };
    const run = (shell: string): string =>
      execFileSync(shell, ["-c", line ?? ""], {
        encoding: "utf8",
        env,
        stdio: ["ignore", "pipe", "ignore"],
      });
    for (const shell of ["sh", "bash"]) expect(run(shell)).toBe(`${ID}\n`);
  });

  it("is refused where a shell might read it otherwise", () => {
    const windows = { node: "C:\\Program Files\\node.exe", script: "C:\\d\\h.mjs", id: ID };
    expect(commandLine({ ...windows, isWindows: true }, "held")).toBe(
      `"C:/Program Files/node.exe" "C:/d/h.mjs" ${ID} || exit 2`,
    );
    for (const script of ["C:\\%TEMP%\\h.mjs", "C:\\$x\\h.mjs", "C:\\a`b\\h.mjs", "C:\\a!\\h"])
      expect(commandLine({ ...windows, script, isWindows: true }, "held")).toBeNull();
    for (const id of ["", "a b", "a;b", "$(x)"])
      expect(commandLine({ ...windows, id, isWindows: false }, "held")).toBeNull();
  });
});

it("has a line of its own for PowerShell, which blocks whatever fails", () => {
  const way = { node: "C:\\O'Neil\\node.exe", script: "C:\\d\\h.mjs", id: ID, isWindows: true };
  const started = `& 'C:\\O''Neil\\node.exe' 'C:\\d\\h.mjs' ${ID}`;
  expect(powerShellLine(way, "held")).toBe(`${started}; if ($LASTEXITCODE -ne 0) { exit 2 }`);
  expect(powerShellLine(way, "report")).toBe(`${started} --report; exit 0`);
  expect(powerShellLine({ ...way, script: "a\nb" }, "held")).toBeNull();
  const [entry] = entriesFor(tableOf("copilot-cli"), { kind: "command", ...way }, "changes") ?? [];
  expect(entry?.group).toMatchObject({ powershell: powerShellLine(way, "held") });
});

describe("opencode's plugin", () => {
  const SCRIPT = `
    let text = "";
    process.stdin.on("data", (part) => (text += part)).on("end", () => {
      const { tool, args } = JSON.parse(text);
      if (process.env.NODE_OPTIONS !== undefined) process.exit(3);
      if (tool === "rejected") { process.stderr.write("No: " + args.a); process.exit(2); }
      if (tool === "edited") process.stdout.write(JSON.stringify({ args: { b: args.a } }));
      if (tool === "garbage") process.stdout.write("ok");
    });`;

  it("waits for the script, edits in place and throws its words", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plugin '"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const script = path.join(folder, 'h"ook.cjs');
    writeFileSync(script, SCRIPT);
    const text = pluginText({ node: process.execPath, script, id: ID, isWindows: false });
    const plugin = path.join(folder, "plugin.mjs");
    writeFileSync(plugin, text);
    const { Countersign } = await import(/* @vite-ignore */ plugin);
    const hooks = await Countersign({ directory: folder });
    const before = async (tool: string): Promise<object> => {
      const output = { args: { a: "1" } };
      const same = output.args;
      await hooks["tool.execute.before"]({ tool, sessionID: "s", callID: "c" }, output);
      expect(output.args).toBe(same);
      return same;
    };
    expect(await before("passed")).toEqual({ a: "1" });
    expect(await before("edited")).toEqual({ b: "1" });
    await expect(before("rejected")).rejects.toThrow("No: 1");
    await expect(before("garbage")).rejects.toThrow("JSON");
    await hooks["tool.execute.after"]({ tool: "rejected", sessionID: "s", callID: "c", args: {} });
    rmSync(script);
    await expect(before("passed")).rejects.toThrow("Cannot find module");
  });
});
