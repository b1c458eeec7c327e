// Gate 1 of a request to a model: review, edit and approve the request.
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Block } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { CodeBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { addMessage, withSystemPrompt } from "#request/document/document.ts";
import { useOwnMedia } from "#request/media/ownMedia.ts";
import { severalItems } from "../attempts/attempts.ts";
import { ReplayBar } from "#request/ended/ReplayBar.tsx";
import { withoutFound } from "#request/findings/findingActions.ts";
import { seenWord } from "#request/findings/reviewFirst.tsx";
import { useAcceptPrompt } from "./AcceptPrompt.tsx";
import { Failures } from "./Failures.tsx";
import { answerByHandOffReason, editedWords, scannedWords } from "./requestWords.ts";
import { MediumFailure } from "../MediumFailure.tsx";
import { RedactionBar } from "#request/redaction/RedactionBar.tsx";
import { RequestBlocks } from "#request/document/RequestBlocks.tsx";
import { useErrors } from "./requestPaper.ts";
import { DiffView, requestParts } from "#request/json/DiffView.tsx";
import { settingsRow } from "./SettingsRow.tsx";
import { redactionDisabledReason } from "#request/redaction/useRedaction.ts";
import { useRequestReview } from "./useRequestReview.ts";
import type { RequestReview } from "./useRequestReview.ts";
import { faultOf } from "#request/disabledReasons.tsx";
import { StreamedBar } from "../frame/StreamedBar.tsx";
import { HeldJson } from "#request/json/HeldJson.tsx";
import { JsonPaper } from "#request/json/JsonPaper.tsx";
import { misfitDisabledReason, traitsFor } from "../models/ModelNotes.tsx";
import { modelRow } from "../models/ModelPicker.tsx";
import { useAtMost, useCostRow } from "../models/Estimate.tsx";
import { TurnWords } from "#request/document/Turns.tsx";
import { changedParts } from "#request/document/turnChanges.ts";
import type { Turns } from "#request/document/useTurns.ts";
import { conversationSearch, openInHistory } from "#data/requests/sessions.ts";
import { goToRow } from "#data/sideRows.ts";
import { openSettings } from "#data/view.ts";
import { useMirror } from "#data/mirror.ts";
import { FixtureIcon } from "#kit/controls/icons.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { MiddleEllipsis } from "#kit/layout/MiddleEllipsis.tsx";
import { toldBy } from "../frame/decision.ts";
import { gateOf } from "../frame/Frame.tsx";
import type { Blocker, Gate, GateProps, Other, Sentence, View } from "../gate.ts";

export const RequestGate = gateOf(function useRequest(props: GateProps): Gate {
  const { request: held, asked, view, onView, narrow, onPanel } = props;
  const t = useT();
  const request = useRequestReview(props);
  const { gate, choice, change, redaction, again, around, context, forModel, prompt, turns } =
    request;
  const { deciding, serious, shared } = request.review;
  const { document, model, broken } = gate;
  const errors = useErrors(document, asked, held);
  const unkept = redactionDisabledReason(t, redaction);
  const cost = useCostRow({ document: forModel, prompt, model: choice?.view });
  const most = useAtMost({ document: forModel, prompt, model: choice?.view });
  const additions = useAdditions(request);
  const own = useAcceptPrompt(held, asked, request.review.found, request.earlier === null);
  const redact = redaction.chosen.length === 0 ? {} : { redact: [...redaction.chosen] };
  const along = { ...redact, ...seenWord(serious) };
  const approval =
    model === null
      ? null
      : { kind: "approve-request" as const, document, model, options: gate.options, ...along };
  const replace = (next: RequestDocument): void => {
    gate.replace(next);
    request.foldAnew();
  };
  const byHand: Other = {
    id: "by-hand",
    label: t("review.answerByHand"),
    keys: KEYS.byHand,
    decides: true,
    disabled: !deciding.guardOn || broken || deciding.held !== null || unkept !== null,
    why: answerByHandOffReason(t, deciding.held, broken, unkept !== null),
    run() {
      const seen = serious.unseen === 0 && !serious.scanning ? seenWord(serious) : {};
      deciding.run(held.askedHash, { kind: "answer-by-hand", document, ...redact, ...seen });
    },
  };
  const several = severalItems(t, gate.ranked, model, {
    run: { document, options: gate.options, ...along },
    alone: false,
    approve: (runs) => deciding.run(held.askedHash, { kind: "approve-candidates", runs }),
  });
  const count = context.total.count;
  // The user may wonder why none responded.
  const lacksFixture =
    useMirror(
      ({ fixtures: { folder, on } }) => folder !== null && on.includes(held.requester.serverId),
    ) && held.reply.kind !== "replay";
  return {
    review: request.review,
    steps: { at: "request" },
    edited: gate.edited
      ? {
          words: editedWords(t, asked, document, gate.byRule),
          onRevert() {
            // Without edits there is no difference to show.
            if (turns !== null && view === "diff") onView("blocks");
            gate.revert();
            request.foldAnew();
          },
        }
      : null,
    remark: remarkOf(held),
    size: sizeOf(t, document, turns),
    views: viewsOf(t, props, request),
    paper: around.paper,
    findings: {
      flags: around.flags,
      what: scannedWords(t, document),
      changes:
        turns === null || turns.changes.length === 0
          ? undefined
          : { count: changeCount(turns), what: changedParts(t, turns.changes) },
      redaction,
      onRemove: change && ((some) => change((now) => withoutFound(now, some))),
    },
    votes: {
      shown: forModel,
      run: gate,
      ranked: gate.ranked,
      onUse:
        change &&
        ((proposed, run) => {
          // Takes the lease, too.
          change(() => proposed as RequestDocument);
          if (run !== undefined) gate.take(proposed as RequestDocument, run);
        }),
    },
    rows: [
      modelRow(t, {
        heading: t("common.model"),
        ranked: gate.ranked,
        chosen: model,
        asked: asked.modelPreferences,
        onChoose: gate.choose,
        onAddModel: () => openSettings("models"),
      }),
      { ...cost, brief: choice === undefined ? undefined : most },
      {
        ...settingsRow(t, { request: held, asked, review: request }),
        brief: count === 0 ? undefined : t("common.countPiecesOfContext", { count }),
      },
    ],
    onKept: byHand.disabled === true ? null : byHand.run,
    earlierTurn:
      again === null || gate.typed !== undefined
        ? null
        : { turn: request.earlier?.turn ?? 0, use: () => replace(again) },
    notes: (now) => (
      <>
        <StreamedBar request={held} shownId={null} />
        <ReplayBar request={held} />
        {own.bar}
        {lacksFixture && (
          <Bar
            tone="info"
            icon={FixtureIcon}
            title={t("fixtures.noneFits", { server: held.requester.name })}
            quiet
          />
        )}
        <Failures
          request={held}
          deciding={deciding}
          now={now}
          onModel={() => {
            if (narrow) onPanel(true);
            goToRow("model");
          }}
          ranked={gate.ranked}
          approval={approval}
        />
        {held.flags.some(({ code }) => code === "field-wrong-type") && (
          <Bar tone="warn" title={t("review.leftOut")} quiet>
            {t("review.leftOutNext")}
          </Bar>
        )}
        <MediumFailure failure={around.failure} onClose={around.clearFailure} />
        <RedactionBar redaction={redaction} media={held.media.length > 0} />
        {gate.typed !== undefined && view !== "json" && (
          <HeldJson onOpen={() => onView("json")} onDiscard={gate.dropTyped} />
        )}
      </>
    ),
    decide: {
      label: t("review.approveGenerate"),
      approve: () => approval !== null && deciding.run(held.askedHash, approval),
      sends: sendsOf(t, request, narrow, most),
      blockers: blockersOf(t, request, errors, unkept),
      news: t("review.off.newRequest"),
      reject: { kind: "reject", hash: held.askedHash, tells: toldBy(held) },
      others: [byHand],
      more: [
        ...additions,
        ...own.items,
        ...earlierItems(t, request, held),
        ...several.map((item) => ({ ...item, needsApproval: true, decides: true })),
      ],
      rule: "request",
    },
    edit() {
      onView("blocks");
      requestAnimationFrame(() => shared.places.focusFirst());
    },
  };
});

/** Leads to the earlier turns. */
function earlierItems(t: T, { earlier }: RequestReview, held: HeldRequest): Other[] {
  const search = earlier === null ? null : conversationSearch(held);
  return search === null
    ? []
    : [{ id: "conversation", label: t("session.turns"), run: () => openInHistory(search) }];
}

const changeCount = ({ changes }: Turns): number =>
  changes.reduce((sum, { count }) => sum + count, 0);

/** How many messages there are, and how many of them are new. */
function sizeOf(t: T, { messages }: RequestDocument, turns: Turns | null) {
  if (turns === null) return undefined;
  return (
    <span className="nowrap">
      {t("common.countMessages", { count: messages.length })}
      {t("common.comma")}
      <b>{t("tools.fold.new", { count: turns.fresh })}</b>
    </span>
  );
}

/** To which model it goes, and what that takes, or what was changed since an earlier turn. */
function sendsOf(
  t: T,
  { choice, prompt, turns }: RequestReview,
  narrow: boolean,
  most: string,
): Sentence {
  const { name = "", provider = "" } = choice ?? {};
  return {
    first: (
      <>
        <span>{t(narrow ? "review.sends.to" : "review.sends.sendsTo")}</span>{" "}
        <MiddleEllipsis name={name} />{" "}
        <span data-rest="">{t("review.sends.at", { provider })}</span>
      </>
    ),
    second:
      turns === null || turns.changes.length === 0 ? (
        t("review.sends.tokens", { count: prompt.total, most })
      ) : (
        <b className="warn">
          {t("tools.changes.sentence", { what: changedParts(t, turns.changes, true) })}
        </b>
      ),
  };
}

/** Why it cannot be approved now. */
function blockersOf(
  t: T,
  { gate, choice, context }: RequestReview,
  errors: ReturnType<typeof useErrors>,
  unkept: Blocker | null,
): (Blocker | null)[] {
  const { document, model, models, broken } = gate;
  return [
    context.ready
      ? null
      : { first: t("context.gathering"), second: t("context.gatheringNext"), tone: "new" },
    faultOf(t, { count: errors.length, first: errors[0]?.code, broken }),
    model === null
      ? { first: t("review.off.noModel"), second: t("review.off.noModelNext"), tone: "warn" }
      : null,
    unkept,
    misfitDisabledReason(t, document, traitsFor(models, model), choice?.name ?? ""),
  ];
}

/** The turn of a tool loop. */
function remarkOf({ turn = 0, round }: HeldRequest) {
  const isLater = turn > 1 || (turn > 0 && round !== undefined);
  return isLater ? (
    <TurnWords turn={turn} limit={round?.number === turn ? round.limit : null} />
  ) : undefined;
}

/** The request as blocks, as JSON, or as a diff; or the redacted request, read only. */
function viewsOf(t: T, { request: held, asked }: GateProps, request: RequestReview): View[] {
  const { gate, redaction, forModel, change, turns } = request;
  const { document } = gate;
  const seen = redaction.showsModel ? forModel : null;
  const seenAsJson = () => (
    <CodeBlock
      identity={`${held.id} seen`}
      value={JSON.stringify(seen, null, 2)}
      language="json"
      readOnly
      fill
      label={t("redaction.forModel")}
    />
  );
  const paper = () =>
    seen === null ? (
      <RequestBlocks
        document={document}
        asked={asked}
        prepared={held.prepared}
        requestId={held.id}
        media={held.media}
        onChange={change}
        onBroken={gate.onBroken}
        turns={turns}
      />
    ) : (
      <RequestBlocks document={seen} asked={seen} requestId={held.id} media={held.media} />
    );
  const diff: View = {
    id: "diff",
    label: t("common.diff"),
    render: () =>
      seen === null ? (
        <DiffView
          identity={held.id}
          parts={requestParts(t, asked, document)}
          legend={t("review.diff.askedEdited")}
        />
      ) : (
        seenAsJson()
      ),
  };
  return [
    {
      id: "blocks",
      label: turns === null ? t("common.blocks") : t("review.views.new"),
      render: paper,
    },
    ...(turns === null ? [] : [{ id: "all" as const, label: t("common.all"), render: paper }]),
    {
      id: "json",
      label: t("common.json"),
      scrolls: false,
      render: () =>
        seen === null ? (
          <JsonPaper
            which="request"
            identity={held.id}
            document={document}
            typed={gate.typed}
            maxTokens={asked.maxTokens}
            onDocument={gate.replace}
            onTyped={gate.setTyped}
          />
        ) : (
          seenAsJson()
        ),
    },
    ...(turns === null || gate.edited ? [diff] : []),
  ];
}

/** Menu items that add an image, audio or a system prompt. */
function useAdditions({ gate: { document }, change }: RequestReview): Other[] {
  const t = useT();
  const { pick } = useOwnMedia();
  if (change === undefined) return [];
  const add = (part: Block): void =>
    change((now) => addMessage(now, now.messages.length - 1, part));
  return [
    ...(document.systemPrompt === undefined
      ? [
          {
            id: "system",
            label: t("review.addSystem"),
            run: () => change((now) => withSystemPrompt(now, "")),
          },
        ]
      : []),
    { id: "image", label: t("common.addImage"), run: () => pick("image", add) },
    { id: "audio", label: t("common.addAudio"), run: () => pick("audio", add) },
  ];
}
