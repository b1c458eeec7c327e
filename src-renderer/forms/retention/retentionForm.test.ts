import { expect, it } from "vitest";
import { keepEverything } from "#shared/servers/policy/keepAll.ts";
import { wordsOf } from "#words/index.ts";
import { retentionForm, retentionFormValues } from "./retentionForm.ts";

const form = retentionForm(wordsOf("en"));

it.each([keepEverything, { days: 30, megabytes: 500, textOnly: true }])(
  "reads what it wrote: %j",
  (kept) => expect(form.parse(retentionFormValues(kept))).toEqual(kept),
);

it.each(["0", "-1", "1.5", "a", "36501", "99999999999"])(
  "rejects as a number of days: %s",
  (days) => {
    const read = form.safeParse({ days, megabytes: "", textOnly: false });
    expect(read.error?.issues[0]).toMatchObject({
      path: ["days"],
      message: "Enter a whole number from 1 to 36,500, or leave empty.",
    });
  },
);
