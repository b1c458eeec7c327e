// A call: the requests it caused, its messages, its result, and earlier calls.
import { useState } from "react";
import type { Json } from "#shared/json.ts";
import { deadlineOf } from "#shared/request/life/deadline.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { replyKind, visibleStage } from "#shared/request/life/stage.ts";
import type { RunView } from "#shared/servers/server.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { openRequest, view } from "#data/view.ts";
import { firstWords } from "#data/words.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { BusyIcon, LedHereIcon } from "#kit/controls/icons.ts";
import { cx } from "#kit/cx.ts";
import type { UsedAction } from "#kit/hooks/useAction.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { DeadlineShort } from "#kit/text/Deadline.tsx";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { StageGlyph, stageWord } from "#request/StageGlyph.tsx";
import { JsonBlock } from "./ContentBlock.tsx";
import type { Item } from "./items.ts";
import { Messages } from "./Messages.tsx";
import { Result } from "./Result.tsx";
import { callWords } from "./calls.ts";
import type { Level } from "./calls.ts";
import s from "./Call.module.css";

const METHODS = { tool: "tools/call", prompt: "prompts/get", resource: "resources/read" } as const;

/** Log level per server as chosen here; until then, servers send what they like. */
const levelsChosen = new Map<string, Level>();

/** @param calls those of the item, oldest first */
export function CallPanel({
  item,
  calls,
  call,
  tell,
}: {
  item: Item;
  calls: readonly RunView[];
  call: RunView | undefined;
  tell: UsedAction["tell"];
}) {
  const t = useT();
  const { server } = item;
  const requests = useMirror((state) => state.requests);
  const [level, setLevel] = useState<Level>(levelsChosen.get(server.id) ?? "debug");
  const chooseLevel = async (next: Level): Promise<void> => {
    levelsChosen.set(server.id, next);
    setLevel(next);
    if (server.negotiated?.capabilities.logging === undefined) return;
    tell(await send("calls.logLevel", server.id, next));
  };
  if (call === undefined) {
    return (
      <section className={s.panel} aria-label={t("workbench.call.run")}>
        <p className={s.quiet}>{t("workbench.call.none")}</p>
      </section>
    );
  }
  const errorData = call.failure?.kind === "run-error" ? call.failure.data : undefined;
  const caused = call.requestIds.map((id) => ({ id, request: requests[id] }));
  return (
    <section
      className={s.panel}
      aria-label={t("workbench.call.run")}
      aria-busy={call.state === "running"}
    >
      <header className={s.sub}>
        <h2>{t("workbench.call.number", { number: calls.indexOf(call) + 1 })}</h2>
        <span className="xs ink3">
          {t("workbench.call.started", { at: timeOfDay(call.startedAtMs) })}
        </span>
        <span className="grow" />
        <CallState call={call} waiting={caused.some(({ request }) => isAtGate(request))} />
      </header>
      <CallTree call={call} caused={caused} />
      {call.failure !== undefined && <FailureBar failure={call.failure} quiet />}
      <Messages
        lines={call.lines}
        dropped={call.linesDropped ?? 0}
        progress={call.progress}
        level={level}
        onLevel={(next) => void chooseLevel(next)}
      />
      {hasResult(call) ? (
        <Result key={call.id} call={call} outputSchema={item.outputSchema} />
      ) : (
        <>
          <header className={s.sub}>
            <h2>{t("common.result")}</h2>
          </header>
          {errorData === undefined ? (
            <p className={s.quiet}>
              {call.state === "running" ? t("workbench.result.comes") : t("workbench.result.never")}
            </p>
          ) : (
            <JsonBlock label={t("workbench.result.errorData")} value={errorData} />
          )}
        </>
      )}
      <EarlierCalls calls={calls} current={call.id} />
    </section>
  );
}

const isAtGate = (request: HeldRequest | undefined): boolean =>
  request?.phase.kind === "request" || request?.phase.kind === "response";

const hasResult = (call: RunView): call is RunView & { result: Json } => call.result !== undefined;

function CallState({ call, waiting }: { call: RunView; waiting: boolean }) {
  const t = useT();
  const now = useNow();
  return (
    <span className={s.state} role="status">
      {call.state === "running" && <Icon of={BusyIcon} turning={!waiting} />}
      {callWords(t, call, now, waiting)}
    </span>
  );
}

/** The call with the requests it caused, their stages, and links to review them. */
function CallTree({
  call,
  caused,
}: {
  call: RunView;
  caused: readonly { id: string; request: HeldRequest | undefined }[];
}) {
  const t = useT();
  return (
    <ul className={s.tree} aria-label={t("workbench.call.tree")}>
      <li className={s.call}>
        <Icon of={LedHereIcon} className="ink3" />
        <span className="wire ink3">{METHODS[call.kind]}</span>
        <bdi className="wire cut" title={call.name}>
          <Visible text={call.name} />
        </bdi>
      </li>
      {caused.map(({ id, request }, index) => {
        const last = index === caused.length - 1 && s.last;
        if (request === undefined) {
          return (
            <li key={id} className={cx(s.caused, last)}>
              <span className="xs ink3">{t("workbench.call.dismissed")}</span>
            </li>
          );
        }
        const isOpen = request.phase.kind !== "ended";
        const stage = visibleStage(request);
        const words = firstWords(request);
        const deadline = deadlineOf(request);
        const label = isOpen ? t("common.review") : t("common.show");
        return (
          <li key={id} className={cx(s.caused, last, isOpen && s.open)}>
            <StageGlyph stage={stage} reply={replyKind(request)} />
            <span className="nowrap">{t("workbench.call.sampling")}</span>
            <span className="cut grow ink2">
              <Quote bare>{words}</Quote>
            </span>
            {isOpen && deadline !== undefined && (
              <DeadlineShort deadline={deadline} sinceMs={request.receivedAtMs} />
            )}
            {!isOpen && (
              <span className="nowrap ink2">{endWords(t, request) ?? stageWord(t, stage)}</span>
            )}
            <LinkButton
              onClick={() => openRequest(request.id)}
              aria-label={`${label}: ${words.slice(0, 80)}`}
            >
              {label}
            </LinkButton>
          </li>
        );
      })}
    </ul>
  );
}

/** Why an ended request got no response; null when the stage already says it. */
function endWords(t: T, { phase }: HeldRequest): string | null {
  if (phase.kind !== "ended" || phase.ending.kind !== "cancelled") return null;
  const { kind } = phase.ending.because;
  return kind === "server-cancelled" ? null : t(`workbench.caused.${kind}`);
}

function EarlierCalls({ calls, current }: { calls: readonly RunView[]; current: string }) {
  const t = useT();
  const now = useNow();
  const others = calls
    .map((call, index) => ({ call, number: index + 1 }))
    .filter(({ call }) => call.id !== current)
    .toReversed();
  if (others.length === 0) return null;
  return (
    <section className={s.earlier} aria-label={t("workbench.call.others")}>
      <h2 className="xs ink3">{t("workbench.call.others")}</h2>
      <ul>
        {others.map(({ call, number }) => (
          <li key={call.id}>
            <LinkButton className="xs" onClick={() => view.setState({ runId: call.id })}>
              {t("workbench.call.other", { number, how: callWords(t, call, now, false) })}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
