// A form request: fields from its schema, checked on input, with a JSON view. Sent only on Submit.
import { useMemo, useRef, useState } from "react";
import type { ReactNode, Ref } from "react";
import type { ElicitationRequest, FormRequest } from "#shared/request/kinds/elicitation/request.ts";
import type {
  ElicitationResponse,
  FormContent,
} from "#shared/request/kinds/elicitation/document.ts";
import { asHeldResponse, requestIn } from "#shared/request/kinds/elicitation/held.ts";
import { isUrlRequest } from "#shared/request/kinds/elicitation/request.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { seenWord } from "#request/findings/reviewFirst.tsx";
import { faultWords } from "#forms/schema/fieldWords.ts";
import { SchemaForm } from "#forms/schema/SchemaForm.tsx";
import { pointer } from "#forms/schema/values.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Heading } from "#request/document/Heading.tsx";
import { flagWords } from "./flagWords.ts";
import { useForm } from "./useForm.ts";
import type { Form } from "./useForm.ts";
import { useFindings } from "#data/findings.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "#data/requests/drafts.ts";
import { useTeamMark } from "#data/team.ts";
import { gateOf } from "../frame/Frame.tsx";
import type { Blocker, Decide, Gate, GateProps, Review, Sentence } from "../gate.ts";
import { JsonPapers } from "../JsonPapers.tsx";
import { useReview } from "../useReview.ts";
import s from "./Elicitation.module.css";

const NO_FORM: FormRequest = { message: "", requestedSchema: {} };

export const FormGate = gateOf(function useFormGate(props: GateProps): Gate {
  const { request: held, asked, onView } = props;
  const t = useT();
  const read = useMemo(() => requestIn(asked), [asked]);
  const request = read === null || isUrlRequest(read) ? NO_FORM : read;
  const form = useForm(held.id, request, draftedIn(held.id), (content) => {
    if (content === null) discardDraft(held.id, "respond");
    else {
      const document = asHeldResponse({ action: "accept", content });
      setDraft(held.id, { gate: "respond", document });
    }
  });
  const { content, fields, secretsFilled, change } = form;
  // Sending a secret takes a second press on exactly the same content.
  const [armed, arm] = useState<FormContent | null>(null);
  const isArmed = armed === content;
  const found = useFindings(held.id, "request", asked);
  const guard = `form ${isArmed ? "armed" : ""}`;
  const review = useReview(props, { of: held.id, document: asked, found, guard });
  const response = useMemo(() => ({ action: "accept", content }) as const, [content]);
  const rejections = useRejections(held, review);
  const paper = useRef<HTMLFieldSetElement>(null);
  const server = held.requester.name;
  const count = Object.keys(content).length;
  const ofFields = t("elicitation.side.ofFields", { count, of: fields.length });
  return {
    review,
    views: [
      {
        id: "blocks",
        label: t("common.form"),
        render: () => paperOf(t, request, form, paper),
      },
      {
        id: "json",
        label: t("common.json"),
        render: () => <JsonPapers of={asJson(t, request, response)} />,
      },
    ],
    findings: { notes: notesOf(t, form), what: t("elicitation.checkedForm") },
    votes: {
      shown: response,
      onUse:
        change && ((document) => change((document as { content?: FormContent }).content ?? {})),
    },
    rows: [
      {
        id: "sends",
        label: t("elicitation.side.sends"),
        value: ofFields,
        why: t("elicitation.side.only", { server }),
        brief: ofFields,
      },
    ],
    decide: {
      label: t(isArmed ? "elicitation.submitSecret" : "elicitation.submit"),
      approve() {
        if (secretsFilled.length > 0 && !isArmed) arm(content);
        else respond(held, review, response);
      },
      sends: isArmed ? secretSends(t, form, server) : formSends(t, count, held),
      blockers: [faultOf(t, form)],
      asksAgain: isArmed,
      news: t("elicitation.off.newRequest"),
      ...rejections,
      rule: null,
    },
    edit() {
      onView("blocks");
      requestAnimationFrame(() =>
        paper.current?.querySelector<HTMLElement>("[data-field]")?.focus(),
      );
    },
  };
});

/** The server's message, then the numbered fields. */
function paperOf(
  t: T,
  { message }: FormRequest,
  form: Form,
  ref: Ref<HTMLFieldSetElement>,
): ReactNode {
  const { fields, faults, touched, content, secrets } = form;
  const shown = new Map(
    [...faults].flatMap(([name, fault]) => (touched.has(name) ? [[pointer([name]), fault]] : [])),
  );
  return (
    <>
      <Heading>
        <b>{t("common.message")}</b>
      </Heading>
      <Paper text={message} label={t("common.message")} />
      <Heading>
        <b>{t("elicitation.fields")}</b>
        <span>
          {fields.length > 0 &&
            t("elicitation.fieldCount", {
              count: fields.length,
              required: fields.filter(({ required }) => required).length,
            })}
        </span>
        {!form.isInitial && form.change !== undefined && (
          <LinkButton className={s.reset} onClick={form.reset}>
            {t("common.resetToDefaults")}
          </LinkButton>
        )}
      </Heading>
      {fields.length === 0 && <p className={s.none}>{t("elicitation.noFields")}</p>}
      <SchemaForm
        ref={ref}
        fields={fields}
        value={content}
        faults={shown}
        secrets={secrets}
        onValue={form.change && ((next) => form.change?.(next as FormContent))}
      />
      {form.unchecked && <p className={s.none}>{t("elicitation.unchecked")}</p>}
    </>
  );
}

/** The response that would be sent, and the request. */
export const asJson = (t: T, request: ElicitationRequest, response: ElicitationResponse) => [
  { label: t("elicitation.json.response"), value: response },
  { label: t("elicitation.json.request"), value: request },
];

export function respond(
  { askedHash }: HeldRequest,
  review: Review,
  response: ElicitationResponse,
): void {
  const document = asHeldResponse(response);
  review.deciding.run(askedHash, { kind: "respond", document, ...seenWord(review.serious) });
}

/**
 * MCP's two ways to say no: decline and cancel. At a request of the team, one: its database knows no documents, but
 * that one person is enough to reject.
 */
export function useRejections(
  request: HeldRequest,
  review: Review,
): Pick<Decide, "reject" | "others"> {
  const t = useT();
  const isTeams = useTeamMark(request.id) !== undefined;
  const { deciding } = review;
  return {
    reject: {
      kind: "at-once",
      label: t("elicitation.decline"),
      run: () =>
        isTeams
          ? deciding.run(request.askedHash, { kind: "reject", tellServer: false })
          : respond(request, review, { action: "decline" }),
    },
    others: isTeams
      ? []
      : [
          {
            id: "cancel",
            label: t("common.cancel"),
            hint: t("elicitation.cancelHint"),
            disabled: !deciding.guardOn || deciding.busy,
            decides: true,
            run: () => respond(request, review, { action: "cancel" }),
          },
        ],
  };
}

function draftedIn(id: string): FormContent | undefined {
  const draft = draftOf(draftKey(id, { gate: "respond" }));
  // Written by this gate.
  return draft?.gate === "respond" ? (draft.document["content"] as FormContent) : undefined;
}

/** Warnings about the form itself. */
function notesOf(t: T, { fields, secrets, flags }: Form): string[] {
  const secretNotes = fields.flatMap(({ name }, index) =>
    secrets.has(name) ? [t("elicitation.secret.note", { number: index + 1 })] : [],
  );
  return [...secretNotes, ...flags.map((flag) => flagWords(t, flag, fields))];
}

function faultOf(t: T, { fields, faults, touched, checking }: Form): Blocker | null {
  const bad = fields.findIndex(({ name }) => faults.has(name));
  const field = fields[bad];
  if (field !== undefined) {
    const { name, shape } = field;
    const fault = faults.get(name);
    const isMissing = fault?.kind === "required";
    return {
      first: t(`elicitation.off.${isMissing ? "fill" : "fix"}`, { number: bad + 1 }),
      second: fault === undefined || isMissing ? "" : faultWords(t, fault, shape),
      tone: isMissing && !touched.has(name) ? "calm" : "warn",
    };
  }
  return checking ? { first: t("form.checking"), second: "", tone: "calm" } : null;
}

const formSends = (t: T, count: number, { requester, reply }: HeldRequest): Sentence => ({
  first: (
    <>
      {t("elicitation.sends", { count })} <b>{requester.name}</b>
    </>
  ),
  second: reply.kind === "embedded" ? t("elicitation.sendsBeside") : "",
});

const secretSends = (t: T, { fields, secretsFilled }: Form, server: string): Sentence => ({
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
