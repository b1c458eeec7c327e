// A host's tool call: the server's claims about the tool, and the editable arguments, to run or to reject.
import { useMemo, useState } from "react";
import type { ArgumentDraft } from "#shared/forms/argumentDraft.ts";
import { readFields } from "#shared/forms/readFields.ts";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import {
  asksForMore,
  claimed,
  heldResponse,
  toolCallIn,
  withArguments,
} from "#shared/request/kinds/tool-call/document.ts";
import type { Hint, ToolCallRequest } from "#shared/request/kinds/tool-call/document.ts";
import { sameJson } from "#shared/request/document/change.ts";
import type { JsonFault } from "#editor/index.ts";
import { ArgumentEditor } from "#forms/schema/ArgumentEditor.tsx";
import { hasFaults } from "#forms/schema/check/argumentCheck.ts";
import { useArgumentCheck } from "#forms/schema/check/useArgumentCheck.ts";
import { argumentsOf, draftText, isFormSized } from "#forms/schema/values.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Heading } from "#request/document/Heading.tsx";
import { seenWord } from "#request/findings/reviewFirst.tsx";
import { DiffView, textPart } from "#request/json/DiffView.tsx";
import { AlsoSent } from "./AlsoSent.tsx";
import { roundedNotes } from "./roundedNotes.ts";
import { useFindings } from "#data/findings.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "#data/requests/drafts.ts";
import { useTeamEdits } from "#data/team.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { gateOf } from "../frame/Frame.tsx";
import type { Blocker, Gate, GateProps } from "../gate.ts";
import { kindSteps } from "../steps.ts";
import { JsonPapers } from "../JsonPapers.tsx";
import { useReview } from "../useReview.ts";

export const CallGate = gateOf(function useCall(props: GateProps): Gate | null {
  const { request, asked } = props;
  const t = useT();
  const call = useMemo(() => toolCallIn(asked), [asked]);
  const edited = useArguments(request.id, call);
  const { args } = edited;
  const document = useMemo(() => {
    const isEdited = args !== null && !sameJson(args, call?.arguments ?? {});
    return isEdited ? withArguments(asked, args) : asked;
  }, [asked, args, call]);
  const found = useFindings(request.id, "request", document);
  const parts = { of: request.id, document, found, guard: "tool call" };
  const review = useReview(props, parts);
  if (call === null) return null;
  const isDestructive = claimed(call.annotations, "destructive") === true;
  return {
    review,
    steps: kindSteps(t, request, "request"),
    views: [
      {
        id: "blocks",
        label: t("common.call"),
        render: () => (
          <>
            <Arguments id={request.id} call={call} edited={edited} />
            <AlsoSent call={call} />
          </>
        ),
      },
      {
        id: "json",
        label: t("common.json"),
        render: () => (
          <JsonPapers
            of={[
              {
                label: t("toolCall.json.sent"),
                value: { name: call.name, arguments: args ?? call.arguments, ...call.otherParams },
              },
              { label: t("toolCall.json.asked"), value: asked },
            ]}
          />
        ),
      },
      {
        id: "diff",
        label: t("common.diff"),
        render: () => (
          <DiffView
            identity={request.id}
            parts={[
              textPart(t("common.arguments"), textOf(call.arguments), draftText(edited.draft)),
            ]}
            legend={t("toolCall.diff.call")}
          />
        ),
      },
    ],
    findings: {
      notes: [
        ...(asksForMore(call) ? [t("toolCall.asksForMore")] : []),
        ...(isDestructive ? [t("toolCall.destructiveNote")] : []),
        ...roundedNotes(t, request.flags),
      ],
      what: t("toolCall.checked"),
    },
    votes: { shown: { ...asked, arguments: args }, onUse: edited.use },
    rows: [
      {
        id: "tool",
        label: t("toolCall.tool"),
        value: call.name,
        why: claimsOf(t, call),
        brief: call.name,
      },
    ],
    decide: {
      label: t("toolCall.run"),
      approve() {
        if (args === null) return;
        const document = heldResponse(args);
        const seen = seenWord(review.serious);
        review.deciding.run(request.askedHash, { kind: "respond", document, ...seen });
      },
      sends: {
        first: (
          <>
            {t("toolCall.runs")} <b>{call.name}</b> {t("toolCall.on")}{" "}
            <b>{request.requester.name}</b>
          </>
        ),
        second: isDestructive ? <b data-serious="">{t("toolCall.destructive")}</b> : "",
      },
      blockers: [edited.fault],
      news: t("elicitation.off.newRequest"),
      reject: {
        kind: "reject",
        hash: request.askedHash,
        effect: t("toolCall.rejects.call"),
        tells: "host",
      },
      rule: "request",
    },
  };
});

const textOf = (args: JsonObject): string => JSON.stringify(args, null, 2);

type Edited = ReturnType<typeof useArguments>;

const NO_SCHEMA: JsonObject = {};

/** The arguments as edited, kept in a draft. */
function useArguments(id: string, call: ToolCallRequest | null) {
  const t = useT();
  const [draft, setDraftState] = useState<ArgumentDraft>(() => ({
    args: draftedIn(id) ?? call?.arguments ?? {},
    json: null,
  }));
  const [lines, setLines] = useState<readonly JsonFault[]>([]);
  const [isUnreadable, setUnreadable] = useState(false);
  const args = argumentsOf(draft);
  const { check, settled } = useArgumentCheck(call?.inputSchema ?? NO_SCHEMA, draft.args);
  const [line] = lines;
  const isWrong = args === null || isUnreadable || line !== undefined;
  const change = useTeamEdits(id, (next: ArgumentDraft): void => {
    setDraftState(next);
    const read = argumentsOf(next);
    if (read === null) return;
    if (sameJson(read, call?.arguments ?? {})) discardDraft(id, "respond");
    else setDraft(id, { gate: "respond", document: heldResponse(read) });
  });
  return {
    draft,
    args,
    check,
    fault: isWrong || (settled && hasFaults(check)) ? toFix(t, line) : settled ? null : checking(t),
    change,
    use:
      change &&
      ((run: unknown) =>
        change({ args: (run as { arguments: JsonObject }).arguments, json: null })),
    setLines,
    setUnreadable,
  };
}

const toFix = (t: T, at: JsonFault | undefined): Blocker => ({
  first: t("toolCall.off.fix"),
  second: at === undefined ? "" : t("toolCall.off.line", { line: at.line }),
  tone: "warn",
});

const checking = (t: T): Blocker => ({ first: t("form.checking"), second: "", tone: "calm" });

function draftedIn(id: string): JsonObject | undefined {
  const draft = draftOf(draftKey(id, { gate: "respond" }));
  return draft?.gate === "respond" && isJsonObject(draft.document["arguments"])
    ? draft.document["arguments"]
    : undefined;
}

function Arguments({ id, call, edited }: { id: string; call: ToolCallRequest; edited: Edited }) {
  const t = useT();
  const { inputSchema } = call;
  const read = useMemo(
    () => (inputSchema === undefined ? null : readFields(inputSchema).fields),
    [inputSchema],
  );
  const { args } = edited.draft;
  const fields = useMemo(() => (isFormSized(args) ? read : null), [args, read]);
  const [side, setSide] = useState<"form" | "json">("form");
  const isForm = side === "form" && fields !== null;
  return (
    <>
      <Heading>
        <b>{t("common.arguments")}</b>
        {fields !== null && (
          <LinkButton
            onClick={() => {
              edited.setLines([]);
              setSide(isForm ? "json" : "form");
            }}
          >
            {t(isForm ? "toolCall.asJson" : "toolCall.asForm")}
          </LinkButton>
        )}
      </Heading>
      <ArgumentEditor
        identity={id}
        label={t("common.arguments")}
        side={side}
        schema={inputSchema}
        fields={fields}
        draft={edited.draft}
        check={edited.check}
        showsFaults
        onDraft={edited.change}
        onUnreadable={edited.setUnreadable}
        onJsonFaults={edited.setLines}
      />
    </>
  );
}

const HINTS: readonly Hint[] = ["readOnly", "destructive", "idempotent", "openWorld"];

/** The annotations of the tool, as claims of the server. */
function claimsOf(t: T, call: ToolCallRequest): string {
  const said = HINTS.flatMap((hint) => {
    const claim = claimed(call.annotations, hint);
    return claim === null ? [] : [t(`toolCall.hint.${hint}.${claim ? "yes" : "no"}`)];
  });
  return said.length === 0 ? t("toolCall.noClaims") : `${t("toolCall.claims")} ${said.join(", ")}`;
}
