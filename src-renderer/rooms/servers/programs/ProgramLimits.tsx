// The limits and budgets of a program, as in the form of a server's policy.
import type { LimitName } from "#shared/policy/limits/limits.ts";
import { LimitFields } from "#forms/limits/LimitFields.tsx";
import { useT } from "#words/index.ts";
import type { Form } from "#kit/form/form.tsx";
import { Fact } from "../panel/Fact.tsx";
import { usualLimit } from "../policy/policyForm.ts";
import type { ProgramFormSchema } from "./programForm.ts";

export function ProgramLimits({
  names,
  form,
}: {
  names: readonly LimitName[];
  form: Form<ProgramFormSchema>;
}) {
  const t = useT();
  return (
    <Fact label={t("common.limits")}>
      <LimitFields
        names={names}
        usual={usualLimit}
        renderField={(name, parts) => (
          <form.AppField key={name} name={`limits.${name}`}>
            {parts}
          </form.AppField>
        )}
      />
    </Fact>
  );
}
