// Options for requests that the library sends: without its timeouts and result schemas.
import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

/** A result schema that accepts anything: results are shown as they came. */
export const anySchema: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "countersign", validate: (value) => ({ value }) },
};

/** The longest possible timer (24.8 days), as the user may take any time. */
export const NO_TIMEOUT_MS = 2_147_483_647;
