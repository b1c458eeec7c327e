// Names of the kinds of requests, as used in rows, filters and exports.

export const KIND_NAMES = ["sampling", "elicitation", "tool-call", "completion", "action"] as const;
export type KindName = (typeof KIND_NAMES)[number];

/** False for kinds of newer versions. */
export const isKindName = (name: unknown): name is KindName =>
  (KIND_NAMES as readonly unknown[]).includes(name);

/** The kind of requests in rows from before there were other kinds. */
export const FIRST_KIND: KindName = "sampling";
