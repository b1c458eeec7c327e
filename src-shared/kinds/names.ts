// Names of the kinds of requests that wait for a decision, as rows, filters and exports hold them.

export const KIND_NAMES = ["sampling", "elicitation", "tool-call"] as const;
export type KindName = (typeof KIND_NAMES)[number];

/** A row of a newer version may name one that is unknown here. */
export const isKindName = (name: unknown): name is KindName =>
  (KIND_NAMES as readonly unknown[]).includes(name);

/** The kind of a request that names none: rows from before there were others. */
export const FIRST_KIND: KindName = "sampling";
