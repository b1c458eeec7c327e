// Requests of ours as the library sends them: without its own clock, without its schemas.
import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

/** A result schema that takes everything: results are shown as they came. */
export const anySchema: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "countersign", validate: (value) => ({ value }) },
};

/** As long as a timer can be set (24.8 days): the user may think as long as they like. */
export const NO_TIMEOUT_MS = 2_147_483_647;
