// Placeholders that other programs fill in from their environment, and Countersign doesn't.

/** Who would fill it in: several hosts (`${…}`), one family of them, or Windows. */
export const FILLED_BY = ["hosts", "gemini", "opencode", "windows"] as const;
export type FilledBy = (typeof FILLED_BY)[number];
export interface Placeholder {
  text: string;
  by: FilledBy;
}

const NAME = "[A-Za-z_]\\w{0,199}";
const FORMS: readonly (readonly [FilledBy, string])[] = [
  // VS Code, Cursor, Claude Code, Gemini CLI; Continue has double braces.
  ["hosts", "\\$\\{\\{[^{}]{1,200}\\}\\}|\\$\\{[^{}]{1,200}\\}"],
  ["opencode", "\\{(?:env|file):[^{}]{1,200}\\}"],
  // Gemini CLI, Qwen Code, Copilot CLI. Not within a word, such as a password.
  ["gemini", `(?<![\\w$\\\\])\\$${NAME}`],
  ["windows", `(?<![\\w%])%${NAME}(?:\\([xX]86\\))?%`],
];
const PLACEHOLDER = new RegExp(FORMS.map(([by, form]) => `(?<${by}>${form})`).join("|"), "g");

/** The distinct placeholders in these texts. */
export function placeholdersIn(texts: readonly string[]): Placeholder[] {
  const found = new Map<string, Placeholder>();
  for (const text of texts) {
    for (const { groups = {} } of text.matchAll(PLACEHOLDER)) {
      for (const [by] of FORMS) {
        const placeholder = groups[by];
        if (placeholder !== undefined) found.set(placeholder, { text: placeholder, by });
      }
    }
  }
  return [...found.values()];
}
