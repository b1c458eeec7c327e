// Included context: what the server asks for, and the pieces that can be added. Ticked pieces are added to the system
// prompt and nowhere else.
import { useState } from "react";
import type { ContextPiece } from "#shared/request/context/piece.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { openServer } from "#data/view.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { cx } from "#kit/cx.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { PlugIcon } from "#kit/controls/icons.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Section } from "#kit/layout/Section.tsx";
import type { ContextPieces } from "./useContextPieces.ts";
import s from "./Context.module.css";

/** How many earlier calls of a server are listed before "more". */
const CALLS_SHOWN = 3;

export interface ContextSectionProps {
  requestId: string;
  serverId: string;
  asked: RequestDocument;
  context: ContextPieces;
  /** False while the JSON view holds text that is not a valid document. */
  editable: boolean;
  open: boolean;
  onOpen: () => void;
}

export function ContextSection(props: ContextSectionProps) {
  const { asked, context, open, onOpen, serverId } = props;
  const t = useT();
  const { wish, undeclared, total } = context;
  const shown = open || (!undeclared && (wish === "thisServer" || wish === "allServers"));
  return (
    <Section heading={t("context.title")} end={t("context.count", { count: total.count })}>
      <Asked asked={asked} context={context} serverId={serverId} />
      {shown ? (
        <>
          <Groups {...props} />
          {total.count > 0 && (
            <p className={s.asked}>
              {t("context.added", { count: total.count, tokens: total.tokens })}{" "}
              {t("context.where")}
            </p>
          )}
        </>
      ) : (
        <p className={s.foot}>
          <LinkButton onClick={onOpen}>{t("context.look")}</LinkButton>
        </p>
      )}
    </Section>
  );
}

/** The request's `includeContext`, and what Countersign did about it. */
function Asked({
  asked,
  context,
  serverId,
}: Pick<ContextSectionProps, "asked" | "context" | "serverId">) {
  const t = useT();
  const { wish, undeclared, list, isIn } = context;
  if (asked.includeContext === undefined) return <p className={s.asked}>{t("context.notAsked")}</p>;
  const preset = list?.some((piece) => piece.preset && isIn(piece)) === true;
  return (
    <p className={s.asked}>
      {t("context.asked")} <Quote>{asked.includeContext}</Quote>
      {t("common.fullStop")}{" "}
      {undeclared ? (
        <>
          {t("context.undeclared")}{" "}
          <LinkButton onClick={() => openServer(serverId)}>
            {t("context.undeclaredWhere")}
          </LinkButton>
        </>
      ) : wish === "unknown" ? (
        t("context.unknown")
      ) : wish === "none" ? null : preset ? (
        t("context.preset")
      ) : (
        t("context.nothingPreset")
      )}
    </p>
  );
}

function Groups({ serverId, context, editable }: ContextSectionProps) {
  const t = useT();
  const { list, failure } = context;
  if (list === null) return <p className={s.asked}>{t("context.gathering")}</p>;
  const servers = [...new Set(list.map((piece) => piece.serverId))];
  const others = servers.filter((id) => id !== serverId);
  return (
    <>
      {failure !== null && <FailureBar failure={failure} tone="warn" />}
      {list.length === 0 && <p className={s.asked}>{t("context.nothing")}</p>}
      {servers.includes(serverId) && (
        <Group
          pieces={list.filter((piece) => piece.serverId === serverId)}
          context={context}
          editable={editable}
        />
      )}
      {others.length > 0 && <p className={s.others}>{t("context.others")}</p>}
      {others.map((id) => (
        <Group
          key={id}
          pieces={list.filter((piece) => piece.serverId === id)}
          context={context}
          editable={editable}
        />
      ))}
    </>
  );
}

function Group({
  pieces,
  context,
  editable,
}: {
  pieces: readonly ContextPiece[];
  context: ContextPieces;
  editable: boolean;
}) {
  const t = useT();
  const [all, setAll] = useState(false);
  const name = pieces[0]?.server ?? "";
  const calls = pieces.filter((piece) => piece.kind === "result");
  // Pieces that are in the request are always listed.
  const folded = all ? [] : calls.slice(CALLS_SHOWN).filter((piece) => !context.isIn(piece));
  return (
    <div className={s.group} role="group" aria-label={t("context.from", { server: name })}>
      <p className={s.from}>
        <Icon of={PlugIcon} size="s" />
        <span className="cut" title={name}>
          {name}
        </span>
      </p>
      <ul>
        {pieces
          .filter((piece) => !folded.includes(piece))
          .map((piece) => (
            <ContextRow key={piece.id} piece={piece} context={context} editable={editable} />
          ))}
      </ul>
      {folded.length > 0 && (
        <LinkButton className="xs" onClick={() => setAll(true)}>
          {t("context.more", { count: folded.length })}
        </LinkButton>
      )}
    </div>
  );
}

/** One piece: a tick, its size, its exact text on demand. */
function ContextRow({
  piece,
  context,
  editable,
}: {
  piece: ContextPiece;
  context: ContextPieces;
  editable: boolean;
}) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const name = pieceName(t, piece);
  return (
    <li className={s.piece}>
      <Checkbox
        checked={context.isIn(piece)}
        disabled={!editable}
        onChange={(next) => (next ? context.add(piece) : context.remove(piece))}
        hint={
          <>
            <span className={s.size}>
              {t("context.size", { count: piece.characters, tokens: piece.tokens })}
            </span>
            {piece.masked > 0 && (
              <span className={s.size}>{t("context.masked", { count: piece.masked })}</span>
            )}
            {piece.left.length > 0 && (
              <span className={cx(s.size, "warn")}>
                {t("context.left")}{" "}
                {piece.left.map((name) => (
                  <Quote key={name} cut>
                    {name}
                  </Quote>
                ))}
              </span>
            )}
          </>
        }
      >
        <span className={s.name}>
          {t(`context.kind.${piece.kind}`)}{" "}
          {piece.title !== "" && (
            <Quote bare cut>
              {piece.title}
            </Quote>
          )}
        </span>
      </Checkbox>
      {piece.atMs !== null && <span className={s.time}>{timeOfDay(piece.atMs)}</span>}
      <LinkButton
        className={s.show}
        aria-expanded={shown}
        aria-label={t(shown ? "context.hideOf" : "context.showOf", { piece: name })}
        onClick={() => setShown(!shown)}
      >
        {shown ? t("context.hide") : t("common.show")}
      </LinkButton>
      {shown && <PieceText piece={piece} name={name} requestId={context.requestId} />}
    </li>
  );
}

/** `Earlier call work`: the name for screen readers. */
const pieceName = (t: T, { kind, title }: ContextPiece): string =>
  [t(`context.kind.${kind}`), title.slice(0, 100)].join(" ").trim();

/** The text that a tick would add now; fetched again when the stamp changes. */
function PieceText({
  piece,
  name,
  requestId,
}: {
  piece: ContextPiece;
  name: string;
  requestId: string;
}) {
  const t = useT();
  const read = useAsked(
    `${requestId} ${piece.id} ${piece.stamp}`,
    () => send("context.piece", requestId, piece.id),
    { keeps: true },
  );
  if (read === null) return <p className={s.note}>{t("context.gathering")}</p>;
  if (!read.ok) return <FailureBar failure={read.failure} tone="warn" />;
  return <Paper small className={s.text} text={read.value.text} label={name} />;
}
