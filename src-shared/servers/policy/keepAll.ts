// The default retention: keep everything.
import type { Retention } from "./retention.ts";

export const keepEverything: Retention = { days: null, megabytes: null, textOnly: false };
