// The form of a rule: name, gates, filter, decision, duration.
import type { RefObject } from "react";
import type { Known } from "#shared/filter/complete.ts";
import type { Rule } from "#shared/policy/rules/rule.ts";
import { useT } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import { useIsInTeam } from "#data/team.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Field, Input } from "#kit/controls/Field.tsx";
import { CloseIcon } from "#kit/controls/icons.ts";
import { IconButton } from "#kit/controls/Button.tsx";
import { IdentityFacts } from "#request/identity/IdentityFacts.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { ChangeFields } from "./ChangeFields.tsx";
import { faultWords } from "./formPart.ts";
import type { FormPart } from "./formPart.ts";
import { DurationFields } from "./DurationFields.tsx";
import { gatesIn, mayAskTeam, mayChange, mayRequireReview } from "./ruleDraft.ts";
import { WhenField } from "./WhenField.tsx";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import { Fault, Hint, Label } from "#kit/text/Text.tsx";
import s from "./Form.module.css";

export function RuleForm({
  typed,
  faults,
  onTyped,
  known,
  nameRef,
}: FormPart & { known: () => Known; nameRef: RefObject<HTMLInputElement | null> }) {
  const t = useT();
  const isInTeam = useIsInTeam();
  return (
    <>
      <Field label={t("common.name")} fault={faultWords(t, faults.name)}>
        {(wiring) => (
          <Input
            {...wiring}
            ref={nameRef}
            value={typed.name}
            onValue={(name) => onTyped({ name })}
          />
        )}
      </Field>
      <Where typed={typed} faults={faults} onTyped={onTyped} />
      <WhenField
        text={typed.when}
        gates={gatesIn(typed)}
        faulty={faults.when !== undefined}
        known={known}
        onText={(when) => onTyped({ when })}
      />
      {typed.server && <Server server={typed.server} onTyped={onTyped} />}
      {typed.exactly !== null && <Exactly hash={typed.exactly} onTyped={onTyped} />}
      <Then typed={typed} faults={faults} onTyped={onTyped} />
      {mayAskTeam(typed) && (isInTeam || typed.team) && (
        <Checkbox
          checked={typed.team}
          hint={t("team.goesTo.teamHint")}
          onChange={(team) => onTyped({ team })}
        >
          {t("rules.form.team")}
        </Checkbox>
      )}
      {typed.decide === "refuse" && <Refusal typed={typed} faults={faults} onTyped={onTyped} />}
      {mayChange(typed) && <ChangeFields typed={typed} faults={faults} onTyped={onTyped} />}
      {mayRequireReview(typed) && (
        <Checkbox
          checked={typed.secondLook}
          hint={t("rules.form.secondLookHint")}
          onChange={(secondLook) => onTyped({ secondLook })}
        >
          {t("rules.form.secondLook")}
        </Checkbox>
      )}
      <DurationFields typed={typed} faults={faults} onTyped={onTyped} />
      <Field label={t("rules.form.note")} aside={t("rules.form.optional")}>
        {(wiring) => (
          <Input
            {...wiring}
            maxLength={2000}
            value={typed.note}
            onValue={(note) => onTyped({ note })}
          />
        )}
      </Field>
    </>
  );
}

function Where({ typed, faults, onTyped }: FormPart) {
  const t = useT();
  return (
    <Stack as="fieldset" gap={4}>
      <Label as="legend">{t("rules.form.at")}</Label>
      <Row gap={16} wrap={4}>
        <Checkbox checked={typed.request} onChange={(request) => onTyped({ request })}>
          {t("rules.form.request")}
        </Checkbox>
        <Checkbox checked={typed.response} onChange={(response) => onTyped({ response })}>
          {t("rules.form.response")}
        </Checkbox>
      </Row>
      {faults.gate !== undefined && <Fault>{t("rules.fault.gate")}</Fault>}
    </Stack>
  );
}

/** The server that the rule is limited to: shows its current name, command or address. */
function Server({
  server: { id, name },
  onTyped,
}: {
  server: NonNullable<Rule["server"]>;
  onTyped: FormPart["onTyped"];
}) {
  const t = useT();
  const live = useMirror(({ servers }) => servers[id]);
  return (
    <Stack gap={4}>
      <Row as="p" gap={16} wrap={4}>
        <span>{t("rules.form.server", { name: live?.name ?? name })}</span>
        <IconButton
          icon={CloseIcon}
          label={t("rules.form.anyServer")}
          onClick={() => onTyped({ server: null })}
        />
      </Row>
      {live === undefined ? (
        <Hint>{t("rules.form.serverGone")}</Hint>
      ) : (
        live.known && <IdentityFacts identity={live.known.identity} />
      )}
    </Stack>
  );
}

/** The request that the rule is limited to. */
function Exactly({ hash, onTyped }: { hash: string; onTyped: FormPart["onTyped"] }) {
  const t = useT();
  return (
    <Row as="p" gap={16} wrap={4}>
      <span>
        {t("rules.form.exactly")}{" "}
        <span className="wire ink3" title={hash}>
          {hash.slice(0, 4)} {hash.slice(4, 8)}
        </span>
      </span>
      <IconButton
        icon={CloseIcon}
        label={t("rules.form.notExactly")}
        onClick={() => onTyped({ exactly: null })}
      />
    </Row>
  );
}

function Then({ typed, onTyped }: FormPart) {
  const t = useT();
  return (
    <Stack gap={4}>
      <Label as="span">{t("rules.form.decision")}</Label>
      <RadioGroup
        inline
        label={t("rules.form.decision")}
        value={typed.decide}
        onChange={(decide) => onTyped({ decide })}
        options={(["allow", "ask", "refuse"] as const).map((value) => ({
          value,
          label: t(`rules.decide.${value}`),
        }))}
      />
      <Hint>{t(`rules.form.decisionHint.${typed.decide}`)}</Hint>
    </Stack>
  );
}

/** The error that the server gets. */
function Refusal({ typed, faults, onTyped }: FormPart) {
  const t = useT();
  return (
    <>
      <Field label={t("rules.form.message")} fault={faultWords(t, faults.message)}>
        {(wiring) => (
          <Input {...wiring} value={typed.message} onValue={(message) => onTyped({ message })} />
        )}
      </Field>
      <div className={s.pair}>
        <Field
          label={t("rules.form.reason")}
          hint={t("rules.form.reasonHint")}
          fault={faultWords(t, faults.reason)}
        >
          {(wiring) => (
            <Input
              {...wiring}
              wire
              value={typed.reason}
              onValue={(reason) => onTyped({ reason })}
            />
          )}
        </Field>
        <Field label={t("rules.form.code")} fault={faultWords(t, faults.code)}>
          {(wiring) => (
            <Input {...wiring} wire value={typed.code} onValue={(code) => onTyped({ code })} />
          )}
        </Field>
      </div>
    </>
  );
}
