// The default retention: keep everything.
import type { Retention } from "./retention.ts";

export const keepAll: Retention = { days: null, megabytes: null, textOnly: false };
