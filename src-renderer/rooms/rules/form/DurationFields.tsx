// Fields for how long a rule is active.
import { useEffect, useRef } from "react";
import { useT } from "#words/index.ts";
import { useView, view } from "#data/view.ts";
import { Field, Input, NumberInput } from "#kit/controls/Field.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { faultWords } from "./formPart.ts";
import type { FormPart } from "./formPart.ts";
import { localTime } from "./ruleDraft.ts";
import { Stack } from "#kit/layout/Stack.tsx";
import s from "./Form.module.css";
import { scrollWithin } from "#kit/scrollWithin.ts";

const DAY_MS = 86_400_000;

export function DurationFields({ typed, faults, onTyped }: FormPart) {
  const t = useT();
  const { holds } = typed;
  const group = useRef<HTMLDivElement>(null);
  const wanted = useView((state) => state.rulePart === "holds");
  useEffect(() => {
    if (!wanted) return;
    view.setState({ rulePart: null });
    const fields = group.current?.querySelectorAll<HTMLElement>("button, input");
    // Focuses the time or number, if there is one: that is what has run out.
    const last = fields === undefined ? undefined : [...fields].at(-1);
    scrollWithin(last, "center");
    last?.focus();
  }, [wanted]);
  // A call can only be chosen when the rule was created from a request.
  const kinds = (["always", "until", "uses", "session", "thread"] as const).filter(
    (kind) => kind !== "thread" || typed.thread !== "",
  );
  return (
    <Stack
      ref={group}
      gap={holds === "uses" ? 12 : 4}
      className={holds === "uses" ? s.halves : undefined}
    >
      <Field label={t("rules.form.holds")} hint={holdsHint()}>
        {(wiring) => (
          <Select
            {...wiring}
            value={holds}
            options={kinds.map((value) => ({ value, label: t(`rules.holds.${value}`) }))}
            onChange={(kind) =>
              onTyped({
                holds: kind,
                ...(kind === "until" && typed.until === ""
                  ? { until: localTime(Date.now() + DAY_MS) }
                  : {}),
                ...(kind === "uses" && typed.uses === "" ? { uses: "10" } : {}),
              })
            }
          />
        )}
      </Field>
      {holds === "until" && (
        <Field label={t("rules.form.until")} fault={faultWords(t, faults.until)}>
          {(wiring) => (
            <Input
              {...wiring}
              type="datetime-local"
              value={typed.until}
              onValue={(until) => onTyped({ until })}
            />
          )}
        </Field>
      )}
      {holds === "uses" && (
        <Field label={t("rules.form.uses")} fault={faultWords(t, faults.uses)}>
          {(wiring) => (
            <NumberInput {...wiring} text={typed.uses} onText={(uses) => onTyped({ uses })} />
          )}
        </Field>
      )}
    </Stack>
  );

  function holdsHint(): string | undefined {
    return holds === "session" || holds === "thread" ? t("rules.form.inMemory") : undefined;
  }
}
