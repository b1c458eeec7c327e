// What a rule from a request decides, and for how long. Everything else can be changed in Rules.
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import { useT } from "#words/index.ts";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import type { FormPart } from "../form/formPart.ts";
import { localTime } from "../form/ruleDraft.ts";
import type { RuleFormValues } from "../form/ruleDraft.ts";
import { Columns, Stack } from "#kit/layout/Stack.tsx";
import { Label } from "#kit/text/Text.tsx";

const DAY_MS = 86_400_000;

/** `review`: the request is approved, and the user reviews the response whatever other rules say. */
const THEN = {
  review: { decide: "allow", request: true, response: false, secondLook: true },
  both: { decide: "allow", request: true, response: true, secondLook: false },
  response: { decide: "allow", request: false, response: true, secondLook: false },
  refuseRequest: { decide: "refuse", request: true, response: false, secondLook: false },
  refuseResponse: { decide: "refuse", request: false, response: true, secondLook: false },
} as const satisfies Record<string, Partial<RuleFormValues>>;
type Then = keyof typeof THEN;

const CHOICES: Record<RuleGate, readonly Then[]> = {
  request: ["review", "both", "refuseRequest"],
  response: ["response", "refuseResponse"],
};
const LONG = ["session", "until", "always"] as const;

/** The safest choice is the default. */
export const initialDecision = (gate: RuleGate): Partial<RuleFormValues> => ({
  ...(gate === "request" ? THEN.review : THEN.response),
  holds: "session",
});

export function DecisionFields({
  gate,
  typed,
  onTyped,
}: Pick<FormPart, "typed" | "onTyped"> & { gate: RuleGate }) {
  const t = useT();
  const then = CHOICES[gate].find((one) => {
    const { decide, request, response } = THEN[one];
    return decide === typed.decide && request === typed.request && response === typed.response;
  });
  const long = LONG.find((one) => one === typed.holds);
  return (
    <Columns>
      <Stack gap={4}>
        <Label as="span">{t("rules.form.decision")}</Label>
        <RadioGroup
          label={t("rules.form.decision")}
          value={then ?? null}
          onChange={(one) => onTyped(THEN[one])}
          options={CHOICES[gate].map((value) => ({
            value,
            label: t(`rules.always.decide.${value}`),
          }))}
        />
      </Stack>
      <Stack gap={4}>
        <Label as="span">{t("rules.always.for")}</Label>
        <RadioGroup
          label={t("rules.always.for")}
          value={long ?? null}
          onChange={(holds) => onTyped({ holds, until: localTime(Date.now() + DAY_MS) })}
          options={LONG.map((value) => ({ value, label: t(`rules.always.long.${value}`) }))}
        />
      </Stack>
    </Columns>
  );
}
