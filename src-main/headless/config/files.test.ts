// The files of the command line: what is refused, and in which words.
import { chmodSync, chownSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { openKeyFile } from "./keyFile.ts";
import { readLock } from "./lock.ts";
import { readPolicy } from "./policyFile.ts";
import { readServers } from "./serversFile.ts";
import { openVariables } from "./variables.ts";

const folder = mkdtempSync(path.join(tmpdir(), "countersign-files-"));
let files = 0;
function fileWith(text: string, mode = 0o600): string {
  files += 1;
  const file = path.join(folder, `file-${files}`);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

it("creates a key of mode 0600 once, which opens what it has sealed and nothing else", async () => {
  const file = path.join(folder, "key");
  const sealed = await openKeyFile(file).encrypt("a secret");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await openKeyFile(file).decrypt(sealed)).toEqual({ text: "a secret", isStale: false });
  const other = openKeyFile(fileWith(`${"ab".repeat(32)}\n`));
  await expect(other.decrypt(sealed)).rejects.toThrow("by no key");
  expect(() => openKeyFile(fileWith("no key"))).toThrow("holds no key");
  for (const mode of [0o640, 0o604, 0o644, 0o660]) {
    expect(() => openKeyFile(fileWith(`${"ab".repeat(32)}\n`, mode))).toThrow(
      "others could read it",
    );
  }
});

it("takes ${VAR} from the secrets file, else from the environment, and remembers the names", () => {
  const variables = openVariables(fileWith("# ours\nTOKEN=a=b\n\nEMPTY=\n"), {
    TOKEN: "outside",
    OTHER: "1",
  });
  expect(variables.expanded("x ${TOKEN} ${env:OTHER} $TOKEN ${a-b}", "server x")).toBe(
    "x a=b 1 $TOKEN ${a-b}",
  );
  expect(() => variables.expanded("${EMPTY}", "server x")).toThrow(
    "The variable EMPTY is not set (server x).",
  );
  expect(variables.read()).toEqual(["TOKEN", "OTHER", "EMPTY"]);
  expect(() => openVariables(fileWith("no line\n"))).toThrow(":1: not NAME=value");
});

it("reads rules as the app does, except those that only the app could remember", () => {
  const rule = { id: "a", name: "A", decide: "allow" };
  const policy = readPolicy(fileWith(JSON.stringify({ rules: [rule] })));
  expect(policy.rules).toMatchObject([{ id: "a", gate: "request", holds: { kind: "always" } }]);
  const uses = { ...rule, holds: { kind: "uses", left: 3 } };
  expect(() => readPolicy(fileWith(JSON.stringify({ rules: [uses] })))).toThrow('holds for "uses"');
  expect(() => readPolicy(fileWith('{ "rules": [ { "id": 1 } ] }'))).toThrow(/:1:\d+: field/);
  expect(() => readPolicy(path.join(folder, "none"))).toThrow("cannot be read");
});

it("names the faults of servers, programs and providers", () => {
  const variables = openVariables(null, { SHORT: "short" });
  const read = (value: object) => () => readServers(fileWith(JSON.stringify(value)), variables);
  expect(read({ mcpServers: { a: { args: [] } } })).toThrow("server a: command missing");
  expect(read({ mcpServers: { a: { command: "x", countersign: { control: "loose" } } } })).toThrow(
    "server a: policy.control",
  );
  expect(read({ programs: [{ name: "p" }] })).toThrow("name either tokenEnv or tokenHash");
  expect(read({ programs: [{ name: "p", tokenEnv: "SHORT" }] })).toThrow("shorter than 20");
  expect(read({ providers: [{ name: "p", kind: "no-kind", address: "http://a" }] })).toThrow(
    "providers.0.kind",
  );
  const token = { name: "p", tokenHash: "0".repeat(64) };
  expect(read({ programs: [token, token] })).toThrow("the name p is used twice");
  expect(read({ programs: [token] })()).toMatchObject({
    servers: [],
    programs: [{ name: "p", mode: "rules", tokenHash: "0".repeat(64) }],
  });
});

it("takes no limit for none: an unknown or repeated field is a fault", () => {
  const variables = openVariables(null, {});
  const read = (text: string) => () => readServers(fileWith(text), variables);
  const day = '{ "budgets": { "tokens": { "day": 1 } } }';
  const unknown = {
    limit: `{ "limit": ${day} }`,
    budgets: '{ "budgets": { "tokens": { "day": 1 } } }',
    Limits: `{ "Limits": ${day}, "mcpServers": { "a": { "command": "x" } } }`,
    ["__proto__"]: `{ "__proto__": { "limits": ${day} } }`,
  };
  for (const [name, text] of Object.entries(unknown))
    expect(read(text)).toThrow(`the field ${name} is not known`);
  const twice = {
    limits: `{ "limits": ${day}, /* none */ "limits": {} }`,
    day: '{ "limits": { "budgets": { "tokens": { "day": 1, "d\\u0061y": 1000 } } } }',
    countersign: `{ "mcpServers": { "a": { "command": "x", "countersign": { "limits": ${day} }, "countersign": {} } } }`,
    mode: '{ "programs": [{ "name": "p", "mode": "hold", "mode": "watch" }] }',
  };
  for (const [name, text] of Object.entries(twice))
    expect(read(text)).toThrow(`the field ${name} occurs twice`);
  // As hosts write them.
  const hosts = ['{ "$schema": "x", "servers": { "a": ENTRY } }', '{ "a": ENTRY }'];
  for (const text of hosts)
    expect(
      read(text.replace("ENTRY", `{ "command": "x", "limits": ${day}, "connect": true }`))(),
    ).toMatchObject({ servers: [{ name: "a", connect: true, ignored: ["limits"] }] });
});

it("takes rules, servers and lock for serve only where nobody else can change them", () => {
  const variables = openVariables(null, {});
  const lock = JSON.stringify({
    format: "countersign-lock",
    version: 1,
    acceptedAt: "now",
    accepted: {},
  });
  const reading = [
    (mode: number) => readPolicy(fileWith('{ "rules": [] }', mode), "owner"),
    (mode: number) => readServers(fileWith("{}", mode), variables, "owner"),
    (mode: number) => readLock(fileWith(lock, mode), "owner"),
  ];
  for (const read of reading) {
    for (const mode of [0o660, 0o602, 0o666, 0o777]) {
      expect(() => read(mode)).toThrow(
        `has mode 0${mode.toString(8)}: others could change it. Run chmod go-w on it.`,
      );
    }
    for (const mode of [0o600, 0o644, 0o444]) expect(() => read(mode)).not.toThrow();
  }
  expect(readPolicy(fileWith('{ "rules": [] }', 0o666)).rules).toEqual([]);
});

it.runIf(process.getuid?.() === 0)("takes no file of another user", () => {
  const file = fileWith('{ "rules": [] }');
  chownSync(file, 65_534, 65_534);
  expect(() => readPolicy(file, "owner")).toThrow("belongs to another user");
});
