// What a proposed rule matches, part by part, with examples; what it decides, and for how long.
import { useMemo, useState } from "react";
import { DiffBlock } from "../../editor/index.ts";
import type { RulePart, RuleProposal } from "../../../src-shared/policy/rules/proposal.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import { useT } from "../../i18n/index.ts";
import { useMirror } from "../../state/mirror.ts";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import { cx } from "../../ui/cx.ts";
import { Field, Input, NumberInput } from "../../ui/controls/Field.tsx";
import { IconButton } from "../../ui/controls/Button.tsx";
import { CloseIcon, PlusIcon } from "../../ui/controls/icons.ts";
import { RadioGroup } from "../../ui/controls/RadioGroup.tsx";
import { AlwaysModel, AlwaysTokens } from "./AlwaysModel.tsx";
import { RedactFields } from "../form/ChangeFields.tsx";
import { expressionOf, leftOut, serverOf } from "./alwaysParts.ts";
import { Examples } from "./Examples.tsx";
import { faultWords } from "../form/formPart.ts";
import type { FormPart } from "../form/formPart.ts";
import { localTime, mayChange } from "../form/ruleDraft.ts";
import s from "../Rules.module.css";

const DAY_MS = 86_400_000;

export interface AlwaysFormProps extends FormPart {
  proposal: RuleProposal;
  /** The place that it takes, counted from 0. */
  at: number;
}

export function AlwaysForm({ proposal, typed, faults, at, onTyped }: AlwaysFormProps) {
  const t = useT();
  const [out, setOut] = useState<ReadonlySet<number>>(new Set());
  const before = useMirror(({ rules }) => rules.rules[at]);
  const exact = typed.exactly !== null;
  const { exactly, holds } = typed;
  const left = useMemo(
    () => leftOut(proposal, { exactly, holds }, out),
    [proposal, exactly, holds, out],
  );
  /** The expression follows what is left out, by hand or by how long the rule holds. */
  const onPart = (part: Partial<typeof typed>, next: ReadonlySet<number> = out): void => {
    const gone = leftOut(proposal, { ...typed, ...part }, next);
    onTyped({
      ...part,
      when: expressionOf(proposal, gone),
      server: serverOf(proposal, gone),
    });
  };
  const leave = (index: number): void => {
    const next = new Set(out);
    if (!next.delete(index)) next.add(index);
    setOut(next);
    onPart({}, next);
  };
  return (
    <>
      <Field label={t("rules.form.name")} fault={faultWords(t, faults.name)}>
        {(wiring) => <Input {...wiring} value={typed.name} onValue={(name) => onTyped({ name })} />}
      </Field>
      <div className={s.group}>
        <span className={s.label}>{t("rules.always.parts")}</span>
        <ul className={s.chips}>
          {proposal.parts.map((part, index) => (
            <Chip
              key={part.text}
              part={part}
              out={left.has(index)}
              onLeave={exact || (left.has(index) && !out.has(index)) ? null : () => leave(index)}
            />
          ))}
        </ul>
        {!exact && left.size === proposal.parts.length && (
          <p className="xs warn">{t("rules.always.everything")}</p>
        )}
        <Checkbox
          checked={exact}
          onChange={(on) => onPart({ exactly: on ? proposal.exactly : null })}
        >
          {t("rules.always.exactly")}
        </Checkbox>
      </div>
      {!exact && <Examples proposal={proposal} out={left} />}
      <Then typed={typed} faults={faults} onTyped={onTyped} />
      <AlwaysModel proposal={proposal} typed={typed} onTyped={onTyped} />
      <AlwaysTokens proposal={proposal} typed={typed} onTyped={onTyped} />
      {mayChange(typed) && <RedactFields typed={typed} onTyped={onTyped} />}
      <Holds typed={typed} faults={faults} onTyped={onPart} />
      {proposal.edit !== undefined && <Edit edit={proposal.edit} typed={typed} onTyped={onTyped} />}
      <p className={s.hint}>
        {before === undefined
          ? t("rules.always.last", { number: at + 1 })
          : t("rules.always.before", { number: at + 1, name: before.name })}
      </p>
    </>
  );
}

function Chip({
  part,
  out,
  onLeave,
}: {
  part: RulePart;
  out: boolean;
  onLeave: (() => void) | null;
}) {
  const t = useT();
  return (
    <li className={cx(s.chip, out && s.out)}>
      <span>
        <span className="ink2">{t(`rules.part.${part.kind}`)}</span>{" "}
        <span className="wire">{part.text}</span>
      </span>
      {onLeave !== null && (
        <IconButton
          icon={out ? PlusIcon : CloseIcon}
          label={t(out ? "rules.always.putBack" : "rules.always.leaveOut", { part: part.text })}
          onClick={onLeave}
        />
      )}
    </li>
  );
}

function Then({ typed, onTyped }: FormPart) {
  const t = useT();
  return (
    <div className={s.halves}>
      <div className={s.group}>
        <span className={s.label}>{t("rules.form.decision")}</span>
        <RadioGroup
          inline
          label={t("rules.form.decision")}
          value={typed.decide}
          onChange={(decide: Rule["decide"]) => onTyped({ decide })}
          options={(["allow", "ask", "refuse"] as const).map((value) => ({
            value,
            label: t(`rules.decide.${value}`),
          }))}
        />
      </div>
      <div className={s.group}>
        <span className={s.label}>{t("rules.form.at")}</span>
        <div className={s.choices}>
          <Checkbox
            checked={typed.request}
            onChange={(request) => onTyped({ request, response: typed.response || !request })}
          >
            {t("rules.form.request")}
          </Checkbox>
          <Checkbox
            checked={typed.response}
            onChange={(response) => onTyped({ response, request: typed.request || !response })}
          >
            {t("rules.form.response")}
          </Checkbox>
        </div>
        {typed.decide === "allow" && typed.request && !typed.response && (
          <p className={s.hint}>{t("rules.always.answersWait")}</p>
        )}
      </div>
    </div>
  );
}

type Long = "session" | "thread" | "uses" | "day" | "always";

/** The usual lengths; anything else is set in the room of the rules. */
function Holds({ typed, faults, onTyped }: FormPart) {
  const t = useT();
  const long: Long = typed.holds === "until" ? "day" : typed.holds;
  const kinds = (["session", "thread", "uses", "day", "always"] as const).filter(
    (kind) => kind !== "thread" || typed.thread !== "",
  );
  const choose = (kind: Long): void => {
    if (kind === "day") onTyped({ holds: "until", until: localTime(Date.now() + DAY_MS) });
    else onTyped({ holds: kind, uses: typed.uses === "" ? "10" : typed.uses });
  };
  return (
    <div className={s.group}>
      <span className={s.label}>{t("rules.form.holds")}</span>
      <RadioGroup
        inline
        label={t("rules.form.holds")}
        value={long}
        onChange={choose}
        options={kinds.map((value) => ({ value, label: t(`rules.always.long.${value}`) }))}
      />
      {(long === "session" || long === "thread") && (
        <p className={s.hint}>{t("rules.form.inMemory")}</p>
      )}
      {long === "uses" && (
        <div className={s.few}>
          <Field label={t("rules.form.uses")} fault={faultWords(t, faults.uses)}>
            {(wiring) => (
              <NumberInput {...wiring} text={typed.uses} onText={(uses) => onTyped({ uses })} />
            )}
          </Field>
        </div>
      )}
    </div>
  );
}

/** The change that the person made again and again, as a part of the rule where they want it. */
function Edit({
  edit,
  typed,
  onTyped,
}: {
  edit: NonNullable<RuleProposal["edit"]>;
  typed: FormPart["typed"];
  onTyped: FormPart["onTyped"];
}) {
  const t = useT();
  const on = typed.system !== null;
  return (
    <div className={s.group}>
      <Checkbox
        checked={on}
        onChange={(next) => onTyped({ system: next ? { ...edit.system } : null })}
        hint={edit.system.from === "" ? t("rules.always.wasNone") : undefined}
      >
        {t("rules.always.edit", { count: edit.times })}
      </Checkbox>
      <div className={s.block}>
        <DiffBlock
          identity="always system"
          original={edit.system.from}
          modified={edit.system.to}
          language="markdown"
          label={t("rules.form.system")}
        />
      </div>
    </div>
  );
}
