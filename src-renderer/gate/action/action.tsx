// An action of an agent: what it would do with a tool of its own, to allow, to edit or to reject.
import { useMemo, useState } from "react";
import { actionIn, heldActionResponse, withInput } from "#shared/request/kinds/action/document.ts";
import type { ActionResponse } from "#shared/request/kinds/action/document.ts";
import { changesOf } from "#shared/agents/changes.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { seenWord } from "#request/findings/reviewFirst.tsx";
import { EarlierActions } from "#request/sessionParts.tsx";
import { DiffView, textPart } from "#request/json/DiffView.tsx";
import { useFindings } from "#data/findings.ts";
import { gateOf } from "../frame/Frame.tsx";
import type { Blocker, Gate, GateProps, Review, Sentence, View } from "../gate.ts";
import { JsonPapers } from "../JsonPapers.tsx";
import { useReview } from "../useReview.ts";
import { aboutOf, subjectOf } from "./about.ts";
import type { About } from "./about.ts";
import { ActionBars, isChangeTold } from "./ActionBars.tsx";
import { ActionPaper, ActionTexts } from "./ActionPaper.tsx";
import { answersRow, useActionRows } from "./actionRows.tsx";
import { appliedOf, faultIn, isUnseen } from "./applied.ts";
import type { Applied } from "./applied.ts";
import { FileChanges } from "./FileChanges.tsx";
import { ActionLed } from "./Led.tsx";
import { answerKeys, QuestionPaper, useAnswering } from "./QuestionPaper.tsx";
import type { Answering } from "./QuestionPaper.tsx";
import { useFiles } from "./useFiles.ts";
import type { Files } from "./useFiles.ts";
import { useInput } from "./useInput.ts";
import type { Edited } from "./useInput.ts";

export const ActionGate = gateOf(function useAction(props: GateProps): Gate | null {
  const { request: held, asked, onView } = props;
  const t = useT();
  const request = useMemo(() => actionIn(asked), [asked]);
  const edited = useInput(held.id, request);
  const { input, isEdited } = edited;
  const about = useMemo(
    () => (request === null ? null : aboutOf(request, input)),
    [request, input],
  );
  // Answers are the user's own words.
  const isScanned = isEdited && about?.action.kind !== "question";
  const document = useMemo(
    () => (isScanned ? withInput(asked, input) : asked),
    [asked, input, isScanned],
  );
  const found = useFindings(held.id, "request", document);
  const files = useFiles(held, request);
  const parts = { of: held.id, document, found, guard: "action" };
  const plain = useReview(props, parts);
  const applied = useMemo(
    () => (about === null ? [] : appliedOf(about, files.texts)),
    [about, files.texts],
  );
  const rows = useActionRows(held, about);
  const answering = useAnswering(about, edited);
  const [wanted, setOpen] = useState<boolean | null>(null);
  if (request === null || about === null) return null;
  const review = isChangeTold(plain, files) ? quietly(plain) : plain;
  const agent = about.table.name;
  const isGrave = found.findings.some(
    ({ severity, path }) => severity === "high" && path[0] === "input",
  );
  const open = wanted ?? (isEdited || isGrave);
  const changes = changesOf(about.action);
  const isPlan = about.action.kind === "plan";
  const onJson = props.view === "json";
  const decide = (response: ActionResponse): void => {
    review.deciding.run(held.askedHash, {
      kind: "respond",
      document: heldActionResponse(response),
      ...seenWord(review.serious),
    });
  };
  const paper = (sideBySide: boolean) => (
    <ActionPaper>
      {answering !== null ? (
        <QuestionPaper answering={answering} />
      ) : changes.length === 0 ? (
        <ActionTexts id={held.id} about={about} edited={edited} />
      ) : (
        <FileChanges
          id={held.id}
          about={about}
          edited={edited}
          files={files}
          applied={applied}
          sideBySide={sideBySide}
          open={open}
          onOpen={setOpen}
        />
      )}
    </ActionPaper>
  );
  return {
    review,
    led: <ActionLed request={held} />,
    isWide: isDiff(about),
    edited:
      edited.isEdited && answering === null
        ? { words: t("action.editedByYou"), onRevert: edited.revert }
        : null,
    views: viewsOf(t, about, edited, paper),
    findings: { what: t("action.checked") },
    votes: { shown: edited.response, onUse: edited.use },
    rows: answering === null ? rows : [answersRow(t, about, answering), ...rows],
    notes: ({ reject }) => (
      <>
        <EarlierActions id={request.session.id} />
        <ActionBars about={about} files={files} fault={faultIn(applied)} onReject={reject} />
      </>
    ),
    decide: {
      label: approveLabel(t, about),
      approve: () => decide(edited.response),
      sends: sendsOf(t, about, edited, files, answering),
      blockers: [
        changes.length === 0 ? null : blockerOf(t, agent, files, applied),
        answering === null ? null : unansweredIn(t, answering),
      ],
      news: t("elicitation.off.newRequest"),
      reject: {
        kind: "reject",
        hash: held.askedHash,
        ...(isPlan ? { label: t("action.plan.reject") } : {}),
        effect: t("action.reject.effect", { agent }),
        tells: "agent",
        suggestions: suggestionsOf(t, about),
      },
      more: [
        {
          id: "pass",
          label: t("action.pass", { agent }),
          disabled: !review.deciding.guardOn || review.deciding.busy || review.serious.unseen > 0,
          decides: true,
          run: () => decide({ verdict: "pass" }),
        },
      ],
      // No rule allows what is meant for the user.
      rule: isPlan || answering !== null ? null : "request",
    },
    keys: answering === null || onJson ? [] : answerKeys(t, answering),
    edit:
      edited.change === undefined
        ? null
        : () => {
            onView("blocks");
            setOpen(true);
            requestAnimationFrame(() => review.shared.places.focusFirst());
          },
  };
});

/** The bar about the changed file says all that the failure does. */
const quietly = (review: Review): Review => ({
  ...review,
  deciding: { ...review.deciding, failure: null },
});

/** Of files that are there. */
const isDiff = ({ action, request }: About): boolean =>
  action.kind === "edit" || (action.kind === "write" && request.files[0]?.state !== "absent");

function viewsOf(
  t: T,
  about: About,
  edited: Edited,
  paper: (sideBySide: boolean) => ReturnType<View["render"]>,
): View[] {
  const { action, request, table } = about;
  const json: View = {
    id: "json",
    label: t("common.json"),
    render: () => (
      <JsonPapers
        of={[
          { label: t("action.sent"), value: edited.input },
          { label: t("common.asReceived"), value: request },
        ]}
      />
    ),
  };
  if (isDiff(about)) {
    return [
      { id: "blocks", label: t("action.sideBySide"), render: () => paper(true) },
      json,
      { id: "diff", label: t("action.inline"), render: () => paper(false) },
    ];
  }
  if (action.kind === "question")
    return [
      // Numbers are for its options.
      { id: "blocks", label: t("common.form"), keyless: true, render: () => paper(false) },
      { ...json, keyless: true },
    ];
  const legend = t("action.changes", { agent: table.name });
  return [
    { id: "blocks", label: t(`action.kind.${action.kind}`), render: () => paper(false) },
    json,
    ...(request.takesEdits
      ? [
          {
            id: "diff" as const,
            label: t("common.diff"),
            render: () => (
              <DiffView
                identity={request.callId ?? request.tool}
                parts={[textPart(t("action.input"), textOf(request.input), textOf(edited.input))]}
                legend={legend}
              />
            ),
          },
        ]
      : []),
  ];
}

const textOf = (value: object): string => JSON.stringify(value, null, 2);

function blockerOf(
  t: T,
  agent: string,
  { texts, failed }: Files,
  applied: readonly Applied[],
): Blocker | null {
  const second = t("action.faultNext", { agent });
  if (texts === null && !failed) return { first: t("action.loading"), second: "", tone: "calm" };
  if (failed || applied.some(isUnseen)) return { first: t("action.notRead"), second, tone: "warn" };
  const fault = faultIn(applied);
  if (fault === null) return null;
  return { first: t(`action.fault.${fault}`), second, tone: "warn" };
}

function approveLabel(t: T, { action: { kind } }: About): string {
  if (kind === "question") return t("action.answer.send");
  return kind === "plan" ? t("action.plan.approve") : t("common.allow");
}

function unansweredIn(t: T, { answers }: Answering): Blocker | null {
  const count = answers.filter((answer) => answer === null).length;
  if (count === 0) return null;
  return { first: t("action.answer.missing", { count }), second: "", tone: "calm" };
}

function answersIn(t: T, { answers }: Answering): string {
  const own = answers.filter((answer) => answer !== null && answer.own !== "").length;
  const count = t("action.answer.questions", { count: answers.length });
  return own === 0 ? count : count + t("common.comma") + t("action.answer.inOwn", { count: own });
}
function sendsOf(
  t: T,
  { action, request, table }: About,
  edited: Edited,
  files: Files,
  answering: Answering | null,
): Sentence {
  const isForUser = action.kind === "question" || action.kind === "plan";
  const subject = isForUser ? table.name : subjectOf(action, request);
  const folder = request.folder?.split(/[\\/]/).findLast((part) => part !== "");
  const first =
    action.kind !== "command" ? (
      <>
        {t(`action.sends.${action.kind}`)} <b>{subject}</b>
      </>
    ) : folder === undefined ? (
      t("action.sends.commandAnywhere")
    ) : (
      <>
        {t("action.sends.command")} <b>{folder}</b>
      </>
    );
  const second =
    answering !== null ? (
      answersIn(t, answering)
    ) : files.changed.length > 0 ? (
      <span className="warn">{t("action.changed.short")}</span>
    ) : edited.isEdited ? (
      t("action.sends.edited")
    ) : action.kind === "plan" ? (
      t("action.plan.asWritten")
    ) : (
      t("action.inputHint", { agent: table.name })
    );
  return { first, second };
}

const SUGGESTIONS = {
  command: ["dryRun", "explain", "dontRun", "ask"],
  edit: ["readAgain", "smaller", "explain", "dontChange"],
  read: ["needless", "stay", "explain", "ask"],
  question: ["decide", "explain", "otherOptions", "later"],
  plan: ["smallerPlan", "tests", "explain", "otherWay"],
  other: ["explain", "otherWay", "needless", "ask"],
} as const;

function suggestionsOf(t: T, { action: { kind } }: About): string[] {
  const of =
    kind === "command"
      ? "command"
      : kind === "edit" || kind === "write"
        ? "edit"
        : kind === "read" || kind === "search"
          ? "read"
          : kind === "question" || kind === "plan"
            ? kind
            : "other";
  return SUGGESTIONS[of].map((one) => t(`action.reject.suggest.${one}`));
}
