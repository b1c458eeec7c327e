import { expect, it } from "vitest";
import { keepAll } from "../../../src-shared/servers/policy/keepAll.ts";
import { retentionSchema } from "../../../src-shared/servers/policy/retention.ts";
import { readRetention, retentionDraftOf } from "./retentionDraft.ts";

it.each([keepAll, { days: 30, megabytes: 500, textOnly: true }])(
  "reads what it wrote: %j",
  (kept) => {
    const read = readRetention(retentionDraftOf(kept));
    expect(read).toEqual({ ok: true, retention: kept });
    expect(retentionSchema.parse(kept)).toEqual(kept);
  },
);

it.each(["0", "-1", "1.5", "a", "36501", "99999999999"])(
  "takes no such number of days: %s",
  (days) => {
    expect(readRetention({ days, megabytes: "", textOnly: false })).toEqual({
      ok: false,
      faults: { days: true },
    });
  },
);
