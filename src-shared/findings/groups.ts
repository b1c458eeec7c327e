// Groups of findings, by which they are turned on and off, redacted and named.

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
