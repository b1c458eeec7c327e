// Parses the retention fields. An empty field means no limit.
import { z } from "zod";
import { DAYS_MAX, MEGABYTES_MAX } from "#shared/servers/policy/retentionLimits.ts";
import type { Retention } from "#shared/servers/policy/retention.ts";
import type { T } from "#words/index.ts";
import { typedNumber } from "#kit/form/typed.ts";

export const retentionForm = (t: T) => {
  const whole = (max: number) => {
    const fault = t("retention.whole", { max });
    return typedNumber(z.int(fault).min(1, fault).max(max, fault)).transform(
      (most) => most ?? null,
    );
  };
  return z.object({
    days: whole(DAYS_MAX),
    megabytes: whole(MEGABYTES_MAX),
    textOnly: z.boolean(),
  });
};

export type RetentionFormValues = z.input<ReturnType<typeof retentionForm>>;

export const retentionFormValues = ({
  days,
  megabytes,
  textOnly,
}: Retention): RetentionFormValues => ({
  days: String(days ?? ""),
  megabytes: String(megabytes ?? ""),
  textOnly,
});
