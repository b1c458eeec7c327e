// The judge is a real shell: what is read as one simple command runs one program, with just these words.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginningsOfCommand, plainCommand, wordsOfCommand } from "./simpleCommand.ts";

const NAMES = ["npm", "git", "x", "a.b", "r2", "ls"];
const SHELLS = ["/bin/bash", "/bin/dash", "/bin/zsh"].filter((path) => existsSync(path));

/** Files that patterns would find. */
const FILES = ["a", "b", "te", "test"];
/** Says its name and words. */
const STUB = `#!/bin/sh\nprintf '%s\\0' CALL "\${0##*/}" "$@" >> "$RECORD"\n`;

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "simple-command-"));
  mkdirSync(join(root, "bin"));
  mkdirSync(join(root, "work"));
  for (const name of NAMES) {
    writeFileSync(join(root, "bin", name), STUB, { mode: 0o755 });
  }
  for (const name of FILES) writeFileSync(join(root, "work", name), "");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The programs that a shell runs for a command, each with its words; and what stands in its folder afterwards. */
function ran(shell: string, command: string): { calls: string[][]; files: string[] } {
  const record = join(root, "record");
  rmSync(record, { force: true });
  const [cwd, path] = [join(root, "work"), join(root, "bin")];
  spawnSync(shell, ["-c", command], { cwd, env: { PATH: path, RECORD: record, HOME: "/home/u" } });
  const all = existsSync(record) ? readFileSync(record, "utf8") : "";
  const calls = all
    .split("CALL\0")
    .slice(1)
    .map((call) => call.split("\0").slice(0, -1));
  return { calls, files: readdirSync(cwd).sort() };
}

const hostile = [
  ..."`$!&|;<>(){}[]*?~#^=%\\'\"@+,:-.",
  " ",
  "  ",
  "\n",
  "\r",
  "\t",
  "\u00a0",
  "\u2003",
  "\u200b",
  "\u0085",
  "\\\n",
  "&&",
  "||",
  ";;",
  "|&",
  "<<",
  "<<<",
  ">&",
  "2>",
  "<(",
  "$(",
  "${",
  "$'",
  '$"',
  "{a,b}",
  "[[",
  "]]",
  "[ -v",
  "((",
  "if",
  "then",
  "fi",
  "function",
  "time",
  "coproc",
  "{",
  "eval",
  "exec",
  "test",
  "-v",
  "printf",
  "'a[$(x)]'",
  "A=1",
  "=npm",
  "~",
  "~root",
  "..",
  "'a b'",
  '"a b"',
  "'it\"s'",
  '"it\'s"',
  "--x='a b'",
  '--x="$y"',
  "''",
  '""',
  "'\\''",
  "'a''b'",
  "te'st'",
  "é",
  "ｎ",
  "!!",
  "^a^b",
];
const plain = fc.constantFrom(
  ...NAMES,
  "test",
  "run",
  "--",
  "--run",
  "-m",
  "src/a.ts",
  "a:b",
  "x=y",
  "@a/b",
  "'a b'",
  "--x='a;b'",
);
const command = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.array(plain, { maxLength: 4 }),
    fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...hostile)), { maxLength: 2 }),
  )
  .map(([name, words, pieces]) =>
    pieces.reduce(
      (text, [at, piece]) => text.slice(0, at) + piece + text.slice(at),
      [name, ...words].join(" "),
    ),
  );
const noise = fc
  .array(fc.constantFrom(...NAMES, ...hostile), { maxLength: 8 })
  .map((pieces) => pieces.join(""));

it("is run by each shell as one program with just these words", () => {
  let read = 0;
  const runs = 60;
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: command }, noise), (text) => {
      const words = wordsOfCommand(text);
      if (words === null || !NAMES.includes(words[0] ?? "")) return;
      read += 1;
      for (const shell of SHELLS) {
        expect(ran(shell, text), text).toEqual({ calls: [words], files: FILES });
      }
      // And each beginning that a rule could name stands for words that this command begins with.
      for (const [at, beginning] of beginningsOfCommand(text).entries()) {
        expect(wordsOfCommand(beginning)).toEqual(words.slice(0, at + 1));
      }
    }),
    { numRuns: runs },
  );
  expect(read).toBeGreaterThan(runs / 8);
});

describe("a simple command", () => {
  it.each([
    ["npm test", ["npm", "test"]],
    ["  npm   test -- --run src/queue ", ["npm", "test", "--", "--run", "src/queue"]],
    ["git commit -m 'a; b $x'", ["git", "commit", "-m", "a; b $x"]],
    [`grep --include="*.ts" -rn "it's" ./src`, ["grep", "--include=*.ts", "-rn", "it's", "./src"]],
    ["pip install foo==1.0 ''", ["pip", "install", "foo==1.0", ""]],
    ["/usr/bin/env FOO=1 npm", ["/usr/bin/env", "FOO=1", "npm"]],
  ])("is read: %s", (text, words) => {
    expect(wordsOfCommand(text)).toEqual(words);
  });

  it.each([
    "npm test; x",
    "npm test && x",
    "npm test || x",
    "npm test | x",
    "npm test & x",
    "npm test &",
    "npm test\nx",
    "npm test\\\nx",
    "npm test\rx",
    "npm test\n",
    "npm\ttest",
    "npm\u00a0test",
    "npm\u2003test",
    "ｎpm test",
    "npm t\u0435st",
    "npm 'é'",
    "npm te\u200bst",
    "npm $(x)",
    "npm `x`",
    "npm $X",
    'npm "$X"',
    "npm $'x'",
    'npm $"x"',
    "npm > f",
    "npm < f",
    "npm 2>&1",
    "npm <<< x",
    "npm << x",
    "npm <(x)",
    "(npm)",
    "{ npm; }",
    "npm {a,b}",
    "npm te?t",
    "npm *",
    "npm [a]",
    "npm ~",
    "npm ~/a",
    "npm # x",
    "A=1 npm",
    "a+=b npm",
    "npm \\",
    "npm t\\est",
    "! npm",
    "!! x",
    "npm !x",
    'npm "!x"',
    "^a^b",
    "time npm",
    "if npm",
    "function npm",
    "[[ npm",
    "coproc npm",
    "eval npm",
    "exec npm",
    "source npm",
    ". npm",
    "test -v 'a[$(x)]'",
    "printf -v 'a[$(x)]' x",
    "command npm",
    "alias npm=x",
    "IEX x",
    '"npm" test',
    "'npm'",
    "n'p'm test",
    "npm te'st'",
    "npm 'te'st",
    "npm 'a''b'",
    "npm 'a",
    'npm "a',
    'npm "a\\"',
    "npm 'a\\'",
    "=npm test",
    "npm =x",
    "npm 'a && b'",
    "-x npm",
    "%1",
    "npm test %X%",
    'npm test "%cmdcmdline:~-1%&calc"',
    "npm test '%X%'",
    "- npm",
    "",
    " ",
    `npm ${"x".repeat(1000)}`,
    `npm${" x".repeat(50)}`,
  ])("is not read in %j", (text) => {
    expect(beginningsOfCommand(text)).toEqual([]);
  });

  it("has one form, however it is written", () => {
    expect(plainCommand(`git  commit -m "a b" --x="it's"`)).toBe(`git commit -m 'a b' "--x=it's"`);
    expect(plainCommand("git commit; x")).toBeNull();
  });
});
