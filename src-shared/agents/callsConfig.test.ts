// Settings as people have them, with an agent's model calls led elsewhere, and as they were before.
import { stringify as stringifyToml } from "@decimalturn/toml-patch";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CALLS, valueIn, withCalls, withoutCalls } from "./callsConfig.ts";
import { settingsIn } from "./hookConfig.ts";

const BASE = "http://127.0.0.1:4100";
const values = (agent: "claude-code" | "codex" | "opencode") =>
  CALLS[agent]?.values(BASE, "tok3n") ?? [];

it.each<[string, "claude-code" | "codex" | "opencode", string, string | null]>([
  ["no file", "claude-code", "/h/.claude/settings.json", null],
  ["an empty one", "claude-code", "/h/.claude/settings.json", "{}"],
  [
    "comments, tabs and a trailing comma",
    "claude-code",
    "/h/.claude/settings.json",
    '{\n\t// mine\n\t"env": { "A": "b", },\n\t"hooks": {},\n}\n',
  ],
  [
    "an address and a key of the user",
    "claude-code",
    "/h/.claude/settings.json",
    '{"env":{"ANTHROPIC_AUTH_TOKEN":"mine","ANTHROPIC_BASE_URL":"https://gate.example"}}',
  ],
  ["no file", "codex", "/h/.codex/config.toml", null],
  [
    "tables, comments and a provider of the user",
    "codex",
    "/h/.codex/config.toml",
    '# mine\nmodel = "gpt-5.5" # the best\nmodel_provider = "azure"\n\n[model_providers.azure]\nname = "Azure"\nbase_url = "https://a.example"\n\n[mcp_servers.notes]\ncommand = "npx"\n',
  ],
  ["only tables", "codex", "/h/.codex/config.toml", '[mcp_servers.notes]\ncommand = "npx"\n'],
  [
    "another provider",
    "opencode",
    "/h/.config/opencode/opencode.jsonc",
    '{\n  /* mine */ "provider": { "loop": { "options": {} }, "openai": { "options": { "apiKey": "{env:K}" } } }\n}',
  ],
])("writes and takes out, %s (%s)", (_what, agent, file, before) => {
  const all = values(agent);
  const text = withCalls(file, before, all);
  if (text === null) throw new Error("not written");
  for (const { path, value } of all) expect(valueIn(file, text, path)).toBe(value);
  for (const comment of before?.match(/# \w.*$|\/\/ mine|\/\* mine \*\//gm) ?? [])
    expect(text).toContain(comment);
  const was = before === null ? {} : settingsIn(file, before);
  const paths = all.map(({ path }) => path);
  const out = withoutCalls(file, text, { paths, before, isOurs: () => true });
  expect(settingsIn(file, out ?? "!")).toEqual(was);
  // What the user has changed since stays.
  const kept = withoutCalls(file, text, { paths, before, isOurs: () => false });
  expect(kept).toBe(text);
});

it.each([
  ["/h/settings.json", '{"env":[]}'],
  ["/h/settings.json", '{"env":"x"}'],
  ["/h/settings.json", "[]"],
  ["/h/settings.json", '{"env":'],
  ["/h/settings.json", '{"env":{"ANTHROPIC_BASE_URL":"a"},"env":{}}'],
])("writes nothing that would not be read: %s %s", (file, before) => {
  const text = withCalls(file, before, values("claude-code"));
  if (text === null) return;
  for (const { path, value } of values("claude-code"))
    expect(valueIn(file, text, path)).toBe(value);
});

it(
  "comes back to the same settings from any JSON and any table of TOML",
  { tags: ["long"] },
  () => {
    const text = fc.string({ unit: "grapheme-ascii", maxLength: 12 });
    const key = fc.constantFrom(
      "env",
      "provider",
      "openai",
      "options",
      "model",
      "a b",
      "__proto__x",
    );
    const tree = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.boolean(), tie("object")),
      object: fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    })).object;
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const before = JSON.stringify(value, null, indent);
        for (const agent of ["claude-code", "opencode"] as const) {
          const all = values(agent);
          const written = withCalls("/h/x.json", before, all);
          if (written === null) continue;
          const paths = all.map(({ path }) => path);
          const out = withoutCalls("/h/x.json", written, { paths, before, isOurs: () => true });
          expect(settingsIn("/h/x.json", out ?? "!")).toEqual(JSON.parse(before));
        }
        const toml = `# mine\n${stringifyToml(value)}# end\n`;
        const written = withCalls("/h/config.toml", toml, values("codex"));
        if (written === null) return;
        const paths = values("codex").map(({ path }) => path);
        const of = { paths, before: toml, isOurs: () => true };
        const out = withoutCalls("/h/config.toml", written, of);
        expect(written).toContain("# mine");
        expect(settingsIn("/h/config.toml", out ?? "!")).toEqual(
          settingsIn("/h/config.toml", toml),
        );
      }),
      { numRuns: 50 },
    );
  },
);
