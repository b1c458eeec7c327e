// Groups of findings, as they are switched, redacted and named together.

export const FINDING_GROUPS = [
  "characters",
  "hidden",
  "instructions",
  "commands",
  "secrets",
  "personal",
  "links",
  "changes",
] as const;
export type FindingGroup = (typeof FINDING_GROUPS)[number];
