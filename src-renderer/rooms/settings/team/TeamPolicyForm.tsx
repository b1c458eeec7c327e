// The team's rules, two-person filters and budgets, as an operator edits them: JSON, checked before it is sent.
import { useEffect, useState } from "react";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { teamPolicySchema } from "#shared/team/policy.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Field, TextArea } from "#kit/controls/Field.tsx";
import { Row } from "#kit/layout/Stack.tsx";

export function TeamPolicyForm({ tell }: { tell: (result: Outcome<unknown, Failure>) => void }) {
  const t = useT();
  const [text, setText] = useState<string | null>(null);
  const [version, setVersion] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    void send("team.policy").then((now) => {
      if (!now.ok) return;
      setText(JSON.stringify(now.value.policy, null, 2));
      setVersion(now.value.version);
    });
  }, []);
  const save = async (): Promise<void> => {
    const parsed = parse(text ?? "");
    setFault("fault" in parsed ? parsed.fault : null);
    if ("fault" in parsed) return;
    const done = await send("team.setPolicy", parsed.policy, version);
    tell(done);
    if (!done.ok) return;
    setSaved(true);
    setVersion(version + 1);
  };
  return (
    <>
      <Field
        label={t("team.page.policy")}
        hint={t("team.page.policyHint")}
        fault={fault === null ? undefined : t("team.page.policyBroken", { detail: fault })}
      >
        {(field) => (
          <TextArea
            {...field}
            wire
            rows={14}
            value={text ?? ""}
            onValue={(value) => {
              setText(value);
              setSaved(false);
            }}
          />
        )}
      </Field>
      <Row as="p">
        <Button size="m" onClick={() => void save()}>
          {t("team.page.policySave")}
        </Button>
        <span role="status" className="xs ink2">
          {saved ? t("common.saved") : ""}
        </span>
      </Row>
    </>
  );
}

type Parsed = { policy: ReturnType<typeof teamPolicySchema.parse> } | { fault: string };

function parse(text: string): Parsed {
  try {
    const parsed = teamPolicySchema.safeParse(JSON.parse(text));
    if (parsed.success) return { policy: parsed.data };
    const [issue] = parsed.error.issues;
    return { fault: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}` };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
