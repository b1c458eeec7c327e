// The gate of a form request: fields from its schema, checked on input, with a JSON view. Sent only on Submit.
import { useMemo, useRef, useState } from "react";
import { useT } from "../../../i18n/index.ts";
import type { T } from "../../../i18n/index.ts";
import type { FormRequest } from "../../../../src-shared/kinds/elicitation/request.ts";
import type { FormContent } from "../../../../src-shared/kinds/elicitation/document.ts";
import { sendingDisabledReason, guardDisabledReason } from "../../gates/disabledReasons.tsx";
import type { DisabledReason } from "../../gates/disabledReasons.tsx";
import {
  reviewFirst,
  reviewGuard,
  scanningDisabledReason,
  seriousDisabledReason,
} from "../../findings/reviewFirst.tsx";
import type { Serious } from "../../findings/useSerious.ts";
import { useDecision } from "../../gates/useDecision.ts";
import type { Deciding } from "../../gates/useDecision.ts";
import { useApproveLabel } from "../../../state/team.ts";
import { KindPage } from "../KindPage.tsx";
import type { KindGateProps } from "../KindPage.tsx";
import { useKindKeys } from "../useKindKeys.ts";
import { ElicitationSide } from "./ElicitationSide.tsx";
import { faultWords } from "./fieldWords.ts";
import { flagWords } from "./flagWords.ts";
import { FormPaper } from "./FormPaper.tsx";
import { JsonOf } from "./JsonOf.tsx";
import { useRefusals } from "./respond.ts";
import type { Respond } from "./respond.ts";
import { PatternCheck } from "./PatternCheck.tsx";
import { useForm } from "./useForm.ts";
import type { Form } from "./useForm.ts";

export interface FormGateProps extends KindGateProps {
  request: FormRequest;
  /** What the user entered before, without secrets. */
  draft?: FormContent | undefined;
  onDraft: (content: FormContent | null) => void;
  respond: Respond;
}

export function FormGate(props: FormGateProps) {
  const { sample, request, view, respond, found, serious, onJump } = props;
  const t = useT();
  const form = useForm(sample.id, request, props.draft, props.onDraft);
  const { content, fields, secretsFilled } = form;
  // Sending a secret takes a second press on exactly the same content.
  const [armed, arm] = useState<FormContent | null>(null);
  const isArmed = armed === content;
  const deciding = useDecision(sample, `form ${isArmed ? "armed" : ""} ${reviewGuard(serious)}`);
  const response = useMemo(() => ({ action: "accept", content }) as const, [content]);
  const server = sample.asker.name;
  const off = formOff(t, deciding, form, serious);
  const label = useApproveLabel(sample.id, t("elicitation.submit"));
  const { change } = form;
  const own = {
    label: isArmed ? t("elicitation.submitSecret") : label,
    disabled: off !== null,
    run: () => {
      if (off !== null) return;
      if (secretsFilled.length > 0 && !isArmed) arm(content);
      else respond(deciding, response);
    },
  };
  const bar = reviewFirst(t, serious, {
    primary: own,
    sends: isArmed
      ? secretSends(t, form, server)
      : formSends(t, Object.keys(content).length, server, sample.reply),
    off: isArmed && off?.tone === "calm" ? null : off,
  });
  const { primary } = bar;
  const refusals = useRefusals(sample, deciding, respond);
  const { decline } = refusals;
  const paper = useRef<HTMLFieldSetElement>(null);
  const viewName = t("elicitation.views.form");
  const edit = (): void => {
    props.onView("blocks");
    requestAnimationFrame(() => paper.current?.querySelector<HTMLElement>("[data-field]")?.focus());
  };
  useKindKeys({ gate: props, primary, decline, viewName, edit });
  const notes = notesOf(t, form);
  const count = Object.keys(content).length;
  const ofFields = t("elicitation.side.ofFields", { count, of: fields.length });
  return (
    <KindPage
      {...props}
      viewName={viewName}
      deciding={deciding}
      notes={notes.length}
      facts={[ofFields]}
      side={
        <ElicitationSide
          {...{ id: sample.id, shown: response, found, serious, notes, onJump }}
          onUse={
            change && ((document) => change((document as { content?: FormContent }).content ?? {}))
          }
          what={t("elicitation.checkedForm")}
          answer={ofFields}
          why={t("elicitation.side.only", { server })}
        />
      }
      foot={{
        ...bar,
        ...refusals,
      }}
    >
      {form.patterns !== null && (
        <PatternCheck schema={form.patterns} content={content} onCheck={form.onPatternCheck} />
      )}
      {view === "json" ? (
        <JsonOf request={request} response={response} />
      ) : (
        <FormPaper ref={paper} message={request.message} form={form} />
      )}
    </KindPage>
  );
}

/** Warnings about the form itself. */
function notesOf(t: T, { fields, secrets, flags }: Form): string[] {
  const secretNotes = fields.flatMap(({ name }, index) =>
    secrets.has(name) ? [t("elicitation.secret.note", { number: index + 1 })] : [],
  );
  return [...secretNotes, ...flags.map((flag) => flagWords(t, flag, fields))];
}

function formOff(t: T, deciding: Deciding, form: Form, serious: Serious): DisabledReason | null {
  const { fields, faults, touched, checking } = form;
  const held =
    sendingDisabledReason(t, deciding) ??
    scanningDisabledReason(t, serious) ??
    seriousDisabledReason(t, serious);
  if (held !== null) return held;
  const bad = fields.findIndex(({ name }) => faults.has(name));
  const name = fields[bad]?.name;
  if (name !== undefined) {
    const fault = faults.get(name);
    const isMissing = fault?.kind === "required";
    return {
      first: t(`elicitation.off.${isMissing ? "fill" : "fix"}`, { number: bad + 1 }),
      second: fault === undefined || isMissing ? "" : faultWords(t, fault),
      tone: isMissing && !touched.has(name) ? "calm" : "warn",
    };
  }
  if (checking) return { first: t("elicitation.off.checking"), second: "", tone: "calm" };
  return guardDisabledReason(t, deciding, t("elicitation.off.newRequest"));
}

const formSends = (
  t: T,
  count: number,
  server: string,
  reply: KindGateProps["sample"]["reply"],
) => ({
  first: (
    <>
      {t("elicitation.sends", { count })} <b>{server}</b>
    </>
  ),
  second: reply.kind === "embedded" ? t("elicitation.sendsBeside") : "",
});

const secretSends = (t: T, { fields, secretsFilled }: Form, server: string) => ({
  first: (
    <b className="warn">
      {t("elicitation.secret.first", {
        number: fields.findIndex((field) => field === secretsFilled[0]) + 1,
      })}
    </b>
  ),
  second: (
    <>
      {t("elicitation.secret.again")} <b>{server}</b>
    </>
  ),
});
