// A host's tool call: the server's claims about the tool, and the editable arguments, to run or to reject.
import { useMemo, useState } from "react";
import { checkArguments } from "../../src-shared/inspect/arguments.ts";
import { isJsonObject } from "../../src-shared/json.ts";
import type { JsonObject } from "../../src-shared/json.ts";
import { claimed, heldResponse, toolCallIn } from "../../src-shared/kinds/tool-call/document.ts";
import type { Hint, ToolCallRequest } from "../../src-shared/kinds/tool-call/document.ts";
import type { RequestDocument } from "../../src-shared/sampling/document/message.ts";
import { JsonEditor } from "../editor/JsonEditor.tsx";
import type { JsonFault } from "../editor/JsonEditor.tsx";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { Heading } from "../review/blocks/Heading.tsx";
import { seenWord } from "../review/findings/reviewFirst.tsx";
import { DiffView, textPart } from "../review/json/DiffView.tsx";
import { ArgumentsForm, formFields } from "../review/kinds/tool-call/ArgumentsForm.tsx";
import { useFindings } from "../state/findings.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "../state/requests/drafts.ts";
import { useTeamEdits } from "../state/team.ts";
import { LinkButton } from "../ui/controls/Button.tsx";
import { Paper } from "../ui/text/Paper.tsx";
import { gateOf } from "./frame/Frame.tsx";
import type { Blocker, Gate, GateProps } from "./gate.ts";
import { callSteps } from "./steps.ts";
import { useReview } from "./useReview.ts";

export const CallGate = gateOf(function useCall(props: GateProps): Gate | null {
  const { sample, asked } = props;
  const t = useT();
  const call = toolCallIn(asked);
  const edited = useArguments(sample.id, call);
  const found = useFindings(sample.id, "request", asked);
  const parts = { of: sample.id, document: asked, found, guard: "tool call" };
  const review = useReview(props, parts);
  if (call === null) return null;
  const { args } = edited;
  const isDestructive = claimed(call.annotations, "destructive") === true;
  return {
    review,
    steps: callSteps(t, sample, "request"),
    views: [
      {
        id: "blocks",
        label: t("toolCall.views.call"),
        render: () => <Arguments id={sample.id} call={call} edited={edited} />,
      },
      {
        id: "json",
        label: t("review.views.json"),
        render: () => <AsJson call={call} args={args} asked={asked} />,
      },
      {
        id: "diff",
        label: t("review.views.diff"),
        render: () => (
          <DiffView
            identity={sample.id}
            parts={[textPart(t("toolCall.arguments"), textOf(call.arguments), edited.text)]}
            legend={t("toolCall.diff.call")}
          />
        ),
      },
    ],
    findings: {
      notes: [
        ...(isDestructive ? [t("toolCall.destructiveNote")] : []),
        ...sample.flags.flatMap(({ code, detail = "" }) =>
          code === "number-shown-rounded" ? [t("toolCall.rounded", { number: detail })] : [],
        ),
      ],
      what: t("toolCall.checked"),
    },
    votes: { shown: { ...asked, arguments: args }, onUse: edited.use },
    rows: [
      {
        id: "tool",
        label: t("toolCall.tool"),
        answer: call.name,
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
        review.deciding.run(sample.askedHash, { kind: "respond", document, ...seen });
      },
      sends: {
        first: (
          <>
            {t("toolCall.runs")} <b>{call.name}</b> {t("toolCall.on")} <b>{sample.asker.name}</b>
          </>
        ),
        second: isDestructive ? <b data-serious="">{t("toolCall.destructive")}</b> : "",
      },
      blockers: [edited.fault],
      news: t("elicitation.off.newRequest"),
      refuse: {
        kind: "reject",
        hash: sample.askedHash,
        effect: t("toolCall.rejects.call"),
        tells: "host",
      },
      rule: "request",
    },
  };
});

const textOf = (args: JsonObject): string => JSON.stringify(args, null, 2);

/** Null if the text is not a JSON object. */
function argumentsIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

type Edited = ReturnType<typeof useArguments>;

/** The arguments as edited, kept in a draft. */
function useArguments(id: string, call: ToolCallRequest | null) {
  const t = useT();
  const original = textOf(call?.arguments ?? {});
  const [text, setText] = useState(() => draftedIn(id) ?? original);
  const [faults, setFaults] = useState<readonly JsonFault[]>([]);
  const args = useMemo(() => argumentsIn(text), [text]);
  const [first] = faults;
  // The form has no faults of its own: both views edit the same arguments, which are checked here.
  const inputSchema = call?.inputSchema;
  const isInvalid = useMemo(() => {
    const checked = args === null || !inputSchema ? null : checkArguments(inputSchema, args);
    return checked?.kind === "checked" && checked.faults.size > 0;
  }, [args, inputSchema]);
  const fault: Blocker | null =
    args !== null && first === undefined && !isInvalid
      ? null
      : {
          first: t("toolCall.off.fix"),
          second: first === undefined ? "" : t("toolCall.off.line", { line: first.line }),
          tone: "warn",
        };
  const change = useTeamEdits(id, (next: string): void => {
    setText(next);
    const read = argumentsIn(next);
    if (next === original) discardDraft(id, "respond");
    else if (read !== null) setDraft(id, { gate: "respond", document: heldResponse(read) });
  });
  const use =
    change && ((run: unknown) => change(textOf((run as { arguments: JsonObject }).arguments)));
  return { text, args, fault, change, use, setFaults };
}

function draftedIn(id: string): string | undefined {
  const draft = draftOf(draftKey(id, { gate: "respond" }));
  return draft?.gate === "respond" && isJsonObject(draft.document["arguments"])
    ? textOf(draft.document["arguments"])
    : undefined;
}

function Arguments({ id, call, edited }: { id: string; call: ToolCallRequest; edited: Edited }) {
  const t = useT();
  // The form stays while it is typed into, whatever is in its fields meanwhile.
  const [fields, setFields] = useState(() => formFields(call.inputSchema, edited.args));
  const possible = fields ?? formFields(call.inputSchema, edited.args);
  const isForm = fields !== null && edited.args !== null;
  const { change } = edited;
  return (
    <>
      <Heading>
        <b>{t("toolCall.arguments")}</b>
        {possible !== null && (
          <LinkButton
            onClick={() => {
              edited.setFaults([]);
              setFields(isForm ? null : possible);
            }}
          >
            {t(isForm ? "toolCall.asJson" : "toolCall.asForm")}
          </LinkButton>
        )}
      </Heading>
      {isForm && edited.args !== null ? (
        <ArgumentsForm
          fields={fields}
          args={edited.args}
          onArgs={change && ((args) => change(textOf(args)))}
        />
      ) : (
        <JsonEditor
          identity={id}
          value={edited.text}
          readOnly={change === undefined}
          onChange={change}
          onFaults={edited.setFaults}
          {...(call.inputSchema === undefined
            ? {}
            : { schema: { name: "arguments", schema: call.inputSchema } })}
          label={t("toolCall.arguments")}
        />
      )}
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

function AsJson({
  call,
  args,
  asked,
}: {
  call: ToolCallRequest;
  args: JsonObject | null;
  asked: RequestDocument;
}) {
  const t = useT();
  return (
    <>
      <Heading>
        <b>{t("toolCall.json.sent")}</b>
      </Heading>
      <Paper
        text={JSON.stringify({ name: call.name, arguments: args ?? call.arguments }, null, 2)}
        label={t("toolCall.json.sent")}
      />
      <Heading>
        <b>{t("toolCall.json.asked")}</b>
      </Heading>
      <Paper text={JSON.stringify(asked, null, 2)} label={t("toolCall.json.asked")} />
    </>
  );
}
