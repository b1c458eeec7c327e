// The command lines for Windows, not run there: cmd.exe's parsing is imitated, twice, as for a batch file.
import fc from "fast-check";
import { expect, it } from "vitest";
import { UnsafeArgument, windowsCommand } from "./windowsCommand.ts";

const files = new Set([
  "C:\\node\\npx.cmd",
  "C:\\node\\node.exe",
  "C:\\work\\npx.cmd",
  "C:\\work\\tool.bat",
  "C:\\node\\notes.txt",
]);
const machine = {
  env: { Path: 'relative;.;;"C:\\node";C:\\other', SYSTEMROOT: "C:\\Windows" },
  folder: "C:\\work",
  isFile: (file: string) => files.has(file),
};
const cmd = "C:\\Windows\\System32\\cmd.exe";

it("searches only the absolute folders of PATH for a program, never the current one", () => {
  expect(windowsCommand("node", ["a b"], machine)).toEqual({
    file: "C:\\node\\node.exe",
    args: ["a b"],
    verbatim: false,
  });
  expect(windowsCommand("tool", [], machine)).toBeNull();
  expect(windowsCommand("notes.txt", [], machine)).toBeNull();
  expect(windowsCommand(".\\tool", [], machine)?.args.at(-1)).toBe('"C:\\work\\tool.bat"');
  expect(windowsCommand("C:\\node\\node.exe", [], machine)?.file).toBe("C:\\node\\node.exe");
  const inPath = { ...machine, env: { PATH: ".;C:\\other" } };
  expect(windowsCommand("npx", [], inPath)).toBeNull();
});

it("starts a batch file by the system's own cmd.exe, each argument escaped for two readings", () => {
  expect(windowsCommand("npx", ["a&calc"], machine)).toEqual({
    file: cmd,
    args: ["/d", "/v:off", "/s", "/c", '"C:\\node\\npx.cmd ^^^"a^^^&calc^^^""'],
    verbatim: true,
  });
  expect(() => windowsCommand("npx", ["a\r\ncalc"], machine)).toThrow(UnsafeArgument);
});

/** The arguments that cmd.exe makes of a line; null where it would interpret a character of it. */
function read(line: string): string | null {
  let text = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? "";
    if (char === "^" && !isQuoted) {
      at += 1;
      text += line[at] ?? "";
    } else if (char === '"') {
      isQuoted = !isQuoted;
      text += char;
    } else if (!isQuoted && /[&|<>()]/.test(char)) return null;
    else text += char;
  }
  return text;
}

/** As the C library of programs parses it. */
function argumentsOf(line: string): string[] {
  const found: string[] = [];
  for (const [, quoted = ""] of line.matchAll(/"((?:\\.|[^"\\])*)"/g)) {
    found.push(quoted.replace(/(\\*)\\"/g, '$1"').replace(/\\\\(?=\\*("|$))/g, "\\"));
  }
  return found;
}

it("passes any one-line argument unchanged to the program behind a batch file", () => {
  const argument = fc.string({
    unit: fc.constantFrom(..."ab \"'&|<>()%!^;,=*?`[]$~#"),
    maxLength: 30,
  });
  fc.assert(
    fc.property(fc.array(argument, { minLength: 1, maxLength: 3 }), (args) => {
      const line = windowsCommand("npx", args, machine)?.args.at(-1)?.slice(1, -1) ?? "";
      const first = read(line.slice("C:\\node\\npx.cmd ".length));
      const second = first === null ? null : read(first);
      expect(second === null ? null : argumentsOf(second)).toEqual(args);
    }),
  );
});

it("doubles backslashes before a quote", () => {
  const line = windowsCommand("npx", ["C:\\dir\\", 'a\\"b'], machine)?.args.at(-1) ?? "";
  expect(read(read(line.slice(1, -1)) ?? "")).toBe('C:\\node\\npx.cmd "C:\\dir\\\\" "a\\\\\\"b"');
});
