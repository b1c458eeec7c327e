// The table of docs/endpoint.md: which clients were run, and what each step came to.
export const STEPS = {
  plain: "plain",
  stream: "streaming",
  tools: "tools, two turns",
  structured: "structured output",
  cancel: "cancel",
  fails: "stream fails",
  leave: "cancel while held",
  reject: "reject",
  limit: "limit",
  budget: "budget",
} as const;
/** The steps with the built-in model, whose words nobody scripts. */
export const LOCAL_STEPS = {
  plain: "plain",
  stream: "streaming",
  held: "held and approved",
} as const;
export type Step = keyof typeof STEPS | keyof typeof LOCAL_STEPS;

/** `words` says what is remarkable about a step that passed, or what a failed one came to. */
export interface Outcome {
  passed: boolean;
  words?: string;
}

export interface Row {
  client: string;
  outcomes: Partial<Record<Step, Outcome>>;
}

export const MARKS = {
  begin: "<!-- programs: `npm run programs` writes what stands between these marks -->",
  end: "<!-- programs: end -->",
} as const;

const cellOf = (outcome: Outcome | undefined): string => {
  if (outcome === undefined) return "–";
  if (!outcome.passed)
    return `**failed**${outcome.words === undefined ? "" : `: ${outcome.words}`}`;
  return outcome.words ?? "yes";
};

export function tableOf(rows: readonly Row[], titles: Partial<Record<Step, string>>): string {
  const steps = Object.keys(titles) as Step[];
  const lines = rows.map(({ client, outcomes }) => [
    client,
    ...steps.map((step) => cellOf(outcomes[step]).replaceAll("|", "\\|").replaceAll("\n", " ")),
  ]);
  return [["client", ...Object.values(titles)], ["---", ...steps.map(() => "---")], ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** The page with this between its marks. */
export function withTable(page: string, text: string): string {
  const [from, to] = [page.indexOf(MARKS.begin), page.indexOf(MARKS.end)];
  if (from < 0 || to < from) throw new Error("docs/endpoint.md has lost the marks of its table");
  return `${page.slice(0, from + MARKS.begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}
