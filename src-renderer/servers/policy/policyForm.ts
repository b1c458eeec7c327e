// What is typed in the form of a server's policy, and what it means.
import { z } from "zod";
import { policySchema } from "../../../src-shared/servers/policy/policy.ts";
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { T } from "../../i18n/index.ts";
import { limitsForm, limitsTyped, SERVER_LIMITS } from "../../components/limits/limitsForm.ts";
import { retentionForm, retentionTyped } from "../../components/record/retentionForm.ts";

/** What is chosen, not typed. */
export type PolicyChoices = Omit<ServerPolicy, "limits" | "retention">;
export type PolicyFormSchema = ReturnType<typeof policyForm>;

export const policyForm = (t: T) =>
  z
    .object({
      chosen: z.custom<PolicyChoices>(),
      limits: limitsForm(t, SERVER_LIMITS, false),
      /** Null: what is set for all servers. */
      retention: retentionForm(t).nullable(),
    })
    .transform(({ chosen, ...typed }) => policySchema.parse({ ...chosen, ...typed }));

export const policyTyped = ({
  limits,
  retention,
  ...chosen
}: ServerPolicy): z.input<PolicyFormSchema> => ({
  chosen,
  limits: limitsTyped(SERVER_LIMITS, limits),
  retention: retention === null ? null : retentionTyped(retention),
});

/** A `file:` address as a person reads it; the address itself where it is none that can be read. */
export function folderOf(uri: string): string {
  try {
    const { pathname } = new URL(uri);
    const decoded = decodeURIComponent(pathname);
    return /^\/[A-Za-z]:\//.test(decoded) ? decoded.slice(1) : decoded;
  } catch {
    return uri;
  }
}
