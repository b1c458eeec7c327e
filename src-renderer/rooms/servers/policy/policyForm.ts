// The content of a policy form, and its conversion to a policy.
import { z } from "zod";
import { policySchema } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { T } from "#words/index.ts";
import { limitsForm, limitsFormValues, SERVER_LIMITS } from "#forms/limits/limitsForm.ts";
import { retentionForm, retentionFormValues } from "#forms/retention/retentionForm.ts";

/** Choices, as opposed to typed input. */
export type PolicyChoices = Omit<ServerPolicy, "limits" | "retention">;
export type PolicyFormSchema = ReturnType<typeof policyForm>;

export const policyForm = (t: T) =>
  z
    .object({
      chosen: z.custom<PolicyChoices>(),
      limits: limitsForm(t, SERVER_LIMITS, false),
      /** Null: the rule for all servers. */
      retention: retentionForm(t).nullable(),
    })
    .transform(({ chosen, ...typed }) => policySchema.parse({ ...chosen, ...typed }));

export const policyFormValues = ({
  limits,
  retention,
  ...chosen
}: ServerPolicy): z.input<PolicyFormSchema> => ({
  chosen,
  limits: limitsFormValues(SERVER_LIMITS, limits),
  retention: retention === null ? null : retentionFormValues(retention),
});

/** A `file:` URI as a path; unchanged if it cannot be parsed. */
export function folderOf(uri: string): string {
  try {
    const { pathname } = new URL(uri);
    const decoded = decodeURIComponent(pathname);
    return /^\/[A-Za-z]:\//.test(decoded) ? decoded.slice(1) : decoded;
  } catch {
    return uri;
  }
}
