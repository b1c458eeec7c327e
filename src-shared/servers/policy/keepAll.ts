// What holds where the user has chosen nothing: everything is kept.
import type { Retention } from "./retention.ts";

export const keepAll: Retention = { days: null, megabytes: null, textOnly: false };
