// The gate of a tool call: the server's claims about the tool, and the editable arguments, to run or to reject.
import { useMemo, useState } from "react";
import { checkArguments } from "../../../../src-shared/inspect/arguments.ts";
import { isJsonObject } from "../../../../src-shared/json.ts";
import type { JsonObject } from "../../../../src-shared/json.ts";
import {
  claimed,
  heldResponse,
  toolCallIn,
} from "../../../../src-shared/kinds/tool-call/document.ts";
import type { Hint, ToolCallRequest } from "../../../../src-shared/kinds/tool-call/document.ts";
import type { RequestDocument } from "../../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../../src-shared/sampling/life/sample.ts";
import { KEYS } from "../../../../src-shared/shortcuts.ts";
import { JsonEditor } from "../../../editor/JsonEditor.tsx";
import type { JsonFault } from "../../../editor/JsonEditor.tsx";
import { useT } from "../../../i18n/index.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "../../../state/requests/drafts.ts";
import { useApproveLabel, useTeamEdits } from "../../../state/team.ts";
import { LinkButton } from "../../../ui/controls/Button.tsx";
import { Paper } from "../../../ui/text/Paper.tsx";
import { Heading } from "../../blocks/Heading.tsx";
import { FindingsPanel } from "../../findings/FindingsPanel.tsx";
import {
  reviewFirst,
  reviewGuard,
  scanningDisabledReason,
  seenWord,
  seriousDisabledReason,
} from "../../findings/reviewFirst.tsx";
import { guardDisabledReason, sendingDisabledReason } from "../../gates/disabledReasons.tsx";
import { useDecision } from "../../gates/useDecision.ts";
import { KindPage } from "../KindPage.tsx";
import type { KindGateProps } from "../KindPage.tsx";
import { Votes } from "../../team/Votes.tsx";
import { SideFact } from "../SideFact.tsx";
import { useKindKeys } from "../useKindKeys.ts";
import { ArgumentsForm, formFields } from "./ArgumentsForm.tsx";

export function ToolCallGate(props: KindGateProps & { asked: RequestDocument }) {
  const call = toolCallIn(props.asked);
  return call === null ? null : <Held {...props} call={call} />;
}

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

function Held({
  call,
  ...props
}: KindGateProps & { asked: RequestDocument; call: ToolCallRequest }) {
  const { sample, view, found, serious, onJump } = props;
  const t = useT();
  const { id, askedHash, asker } = sample;
  const edited = useArguments(id, call);
  const { args } = edited;
  const deciding = useDecision(sample, `tool call ${reviewGuard(serious)}`);
  const off =
    sendingDisabledReason(t, deciding) ??
    scanningDisabledReason(t, serious) ??
    seriousDisabledReason(t, serious) ??
    edited.off ??
    guardDisabledReason(t, deciding, t("elicitation.off.newRequest"));
  const isDestructive = claimed(call.annotations, "destructive") === true;
  const label = useApproveLabel(id, t("toolCall.run"));
  const own = {
    label,
    disabled: off !== null,
    run: () => {
      if (off !== null || args === null) return;
      const document = heldResponse(args);
      deciding.run(askedHash, { kind: "respond", document, ...seenWord(serious) });
    },
  };
  const bar = reviewFirst(t, serious, {
    primary: own,
    sends: {
      first: (
        <>
          {t("toolCall.runs")} <b>{call.name}</b> {t("toolCall.on")} <b>{asker.name}</b>
        </>
      ),
      second: isDestructive ? <b data-serious="">{t("toolCall.destructive")}</b> : "",
    },
    off,
  });
  const decline = {
    id: "decline",
    label: t("toolCall.reject"),
    keys: KEYS.reject,
    disabled: !deciding.guardOn || deciding.busy,
    run: () => deciding.run(askedHash, { kind: "reject", tellServer: false }),
  };
  const viewName = t("toolCall.views.call");
  useKindKeys({ gate: props, primary: bar.primary, decline, viewName, edit: null });
  return (
    <KindPage
      {...props}
      viewName={viewName}
      deciding={deciding}
      notes={isDestructive ? 1 : 0}
      facts={[call.name]}
      side={
        <>
          <FindingsPanel
            looked={found}
            notes={isDestructive ? [t("toolCall.destructiveNote")] : []}
            what={t("toolCall.checked")}
            {...{ serious, onJump }}
          />
          <Votes id={id} shown={{ ...props.asked, arguments: args }} onUse={edited.use} />
          <SideFact label={t("toolCall.tool")} answer={call.name} why={<Claims call={call} />} />
          <HeldBy sample={sample} />
        </>
      }
      foot={{ ...bar, decline, others: [] }}
    >
      {view === "json" ? (
        <AsJson call={call} args={args} asked={props.asked} />
      ) : (
        <Arguments id={id} call={call} edited={edited} />
      )}
    </KindPage>
  );
}

type Edited = ReturnType<typeof useArguments>;

/** The arguments as edited, kept in a draft. */
function useArguments(id: string, call: ToolCallRequest) {
  const t = useT();
  const original = textOf(call.arguments);
  const [text, setText] = useState(() => draftedIn(id) ?? original);
  const [faults, setFaults] = useState<readonly JsonFault[]>([]);
  const args = useMemo(() => argumentsIn(text), [text]);
  const [fault] = faults;
  // The form has no faults of its own: both views edit the same arguments, which are checked here.
  const { inputSchema } = call;
  const isInvalid = useMemo(() => {
    const checked = args === null || !inputSchema ? null : checkArguments(inputSchema, args);
    return checked?.kind === "checked" && checked.faults.size > 0;
  }, [args, inputSchema]);
  const off =
    args !== null && fault === undefined && !isInvalid
      ? null
      : {
          first: t("toolCall.off.fix"),
          second: fault === undefined ? "" : t("toolCall.off.line", { line: fault.line }),
          tone: "warn" as const,
        };
  const change = useTeamEdits(id, (next: string): void => {
    setText(next);
    const read = argumentsIn(next);
    if (next === original) discardDraft(id, "respond");
    else if (read !== null) setDraft(id, { gate: "respond", document: heldResponse(read) });
  });
  const use =
    change && ((run: unknown) => change(textOf((run as { arguments: JsonObject }).arguments)));
  return { text, args, off, change, use, setFaults };
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
          {...{ fields, args: edited.args }}
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

/** Why the call is held, as others pass. */
function HeldBy({ sample: { heldBy } }: { sample: Sample }) {
  const t = useT();
  if (heldBy === undefined) return null;
  const rule = heldBy.kind === "rule" ? heldBy.rule : null;
  const answer =
    heldBy.kind === "setting"
      ? t("toolCall.heldBy.setting")
      : rule === null
        ? t("toolCall.heldBy.doubt")
        : t("toolCall.heldBy.rule", { name: rule.name });
  return <SideFact label={t("toolCall.heldBy.label")} answer={answer} />;
}

const HINTS: readonly Hint[] = ["readOnly", "destructive", "idempotent", "openWorld"];

/** The annotations of the tool, as claims of the server. */
function Claims({ call }: { call: ToolCallRequest }) {
  const t = useT();
  const said = HINTS.flatMap((hint) => {
    const claim = claimed(call.annotations, hint);
    return claim === null ? [] : [t(`toolCall.hint.${hint}.${claim ? "yes" : "no"}`)];
  });
  return (
    <>{said.length === 0 ? t("toolCall.noClaims") : `${t("toolCall.claims")} ${said.join(", ")}`}</>
  );
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

function draftedIn(id: string): string | undefined {
  const draft = draftOf(draftKey(id, { gate: "respond" }));
  return draft?.gate === "respond" && isJsonObject(draft.document["arguments"])
    ? textOf(draft.document["arguments"])
    : undefined;
}
