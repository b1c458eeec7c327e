// One message: its metadata, the exchange it belongs to, and its text, formatted but otherwise unchanged.
import { KEYS } from "#shared/shortcuts.ts";
import { useMemo } from "react";
import { prettyJson } from "#shared/pretty.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { MessageRow, TrafficMessage } from "#shared/servers/traffic.ts";
import { JsonEditor } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { openRequest } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { InboxIcon, LedHereIcon } from "#kit/controls/icons.ts";
import { exactTime } from "#kit/text/LogLines.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { decimal, size } from "#kit/text/time.ts";
import type { Exchange } from "./exchanges.ts";
import { preciseDuration } from "./preciseDuration.ts";
import { namesOf, unseenIn } from "./unseen.ts";
import s from "./Traffic.module.css";
import { useAsked } from "#kit/hooks/useAsked.ts";

/** Beyond this the editor needs other settings, so a new one is created. */
const LONG_CHARACTERS = 100_000;

export function Message({
  serverId,
  row,
  exchange,
  onJump,
}: {
  serverId: string;
  row: MessageRow;
  exchange: Exchange | undefined;
  onJump: (seq: number) => void;
}) {
  const t = useT();
  const asked = useAsked(`${row.seq} ${serverId}`, () =>
    send("servers.trafficMessage", serverId, row.seq),
  );
  const message = asked?.ok === true ? asked.value : null;
  const request = useMirror((state) => requestOf(state.requests, serverId, row));
  const pretty = useMemo(
    () => (message === null ? null : readable(row, message.text)),
    [row, message],
  );
  const method = row.method ?? exchange?.method;
  return (
    <>
      <header className={s.head}>
        <p className={s.what}>
          <b>{t(`traffic.kind.${row.failed === true ? "failed" : row.kind}`)}</b>{" "}
          {t(`traffic.direction.${row.direction}`)}
          {method !== undefined && (
            <>
              {" · "}
              <Quote cut>{method}</Quote>
            </>
          )}
          {row.id !== undefined && (
            <>
              {" · id "}
              <Quote cut>{JSON.stringify(row.id)}</Quote>
            </>
          )}
        </p>
        <p className={s.when}>
          {exactTime(row.atMs)} · {t("common.bytes", { value: decimal(row.bytes) })}
          {exchange !== undefined &&
            ` · ${t(row.kind === "answer" ? "traffic.answersAfter" : "traffic.answeredAfter", {
              took: preciseDuration(t, exchange.tookMs),
            })}`}
          {exchange === undefined && row.kind === "request" && ` · ${t("traffic.noAnswer")}`}
        </p>
        <div className={s.links}>
          {request !== null && (
            <Button level="plain" size="s" icon={InboxIcon} onClick={() => openRequest(request)}>
              {t("traffic.openSample")}
            </Button>
          )}
          {exchange !== undefined && (
            <Button
              level="plain"
              size="s"
              icon={LedHereIcon}
              keys={KEYS.pair}
              onClick={() => onJump(exchange.partner)}
            >
              {t(row.kind === "answer" ? "traffic.toRequest" : "traffic.toAnswer")}
            </Button>
          )}
          {message !== null && <CopyButton what={t("common.message")} text={() => message.text} />}
        </div>
      </header>
      <Bars row={row} message={message} />
      {asked?.ok === false && <FailureBar failure={asked.failure} />}
      <div className={s.paper}>
        {pretty !== null &&
          (pretty.json ? (
            <JsonEditor
              identity={`traffic-${pretty.text.length > LONG_CHARACTERS ? row.seq : "short"}`}
              value={pretty.text}
              readOnly
              label={t("common.message")}
            />
          ) : (
            <Paper text={pretty.text} label={t("common.message")} className={s.tall} />
          ))}
      </div>
    </>
  );
}

/** Formatted JSON; other text stays as received. */
function readable(row: MessageRow, text: string): { json: boolean; text: string } {
  const json = row.kind !== "other" || /^\s*[[{]/.test(text);
  return { json, text: json ? prettyJson(text) : text };
}

/** The message and its request arrive at about the same time; ids repeat after a reconnect. */
const SAME_MOMENT_MS = 5000;

/** The id of the request in the inbox that this message became; null if there is none (any more). */
function requestOf(
  requests: Readonly<Record<string, HeldRequest>>,
  serverId: string,
  row: MessageRow,
): string | null {
  if (row.direction !== "in" || row.method !== "sampling/createMessage") return null;
  let best: { id: string; apartMs: number } | null = null;
  for (const { id, requester, reply, receivedAtMs } of Object.values(requests)) {
    if (requester.serverId !== serverId || reply.kind !== "pushed") continue;
    const apartMs = Math.abs(receivedAtMs - row.atMs);
    if (reply.requestId !== row.id || apartMs > SAME_MOMENT_MS) continue;
    if (best === null || apartMs < best.apartMs) best = { id, apartMs };
  }
  return best?.id ?? null;
}

/** Warnings to read before the text. */
function Bars({ row, message }: { row: MessageRow; message: TrafficMessage | null }) {
  const t = useT();
  const text = message?.text ?? "";
  const { names, more } = useMemo(() => namesOf(unseenIn(text)), [text]);
  return (
    <>
      {row.notTaken !== undefined && (
        <Bar tone="warn" quiet title={t("traffic.notTaken")}>
          <Quote>{row.notTaken}</Quote>
        </Bar>
      )}
      {row.cut === true && message !== null && (
        <Bar tone="warn" quiet title={t("traffic.cut.title")}>
          {t("traffic.cut.text", {
            kept: size(t, message.keptBytes),
            bytes: decimal(row.bytes),
          })}
        </Bar>
      )}
      {names !== "" && (
        <Bar tone="warn" quiet title={t("traffic.unseen.title")}>
          <span className="wire">{names}</span>
          {more > 0 && ` ${t("traffic.unseen.more", { count: more })}`}
        </Bar>
      )}
      {row.notUtf8 === true && (
        <Bar tone="warn" quiet title={t("traffic.notUtf8.title")}>
          {t("traffic.notUtf8.text")}
        </Bar>
      )}
    </>
  );
}
