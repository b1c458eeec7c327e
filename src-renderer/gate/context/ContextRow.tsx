// One piece of context: a tick, its size, its exact text on demand.
import { useEffect, useState } from "react";
import type { ContextPiece, WholePiece } from "#shared/context/piece.ts";
import type { Failure } from "#shared/outcome.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { cx } from "#kit/cx.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import type { ContextPieces } from "./useContextPieces.ts";
import s from "./Context.module.css";

export function ContextRow({
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
        hint={<Size piece={piece} />}
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
      {shown && <PieceText piece={piece} name={name} sampleId={context.sampleId} />}
    </li>
  );
}

/** `Earlier call work`: the name for screen readers. */
const pieceName = (t: T, { kind, title }: ContextPiece): string =>
  [t(`context.kind.${kind}`), title.slice(0, 100)].join(" ").trim();

function Size({ piece }: { piece: ContextPiece }) {
  const t = useT();
  return (
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
  );
}

/** The text that a tick would add now; fetched again when the stamp changes. */
function PieceText({
  piece,
  name,
  sampleId,
}: {
  piece: ContextPiece;
  name: string;
  sampleId: string;
}) {
  const t = useT();
  const [text, setText] = useState<WholePiece | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    let over = false;
    void send("context.piece", sampleId, piece.id).then((result) => {
      if (over) return;
      if (result.ok) setText(result.value);
      setFailure(result.ok ? null : result.failure);
    });
    return () => {
      over = true;
    };
  }, [sampleId, piece.id, piece.stamp]);
  if (failure !== null) return <FailureBar failure={failure} tone="warn" />;
  if (text === null) return <p className={s.note}>{t("context.gathering")}</p>;
  return <Paper small className={s.text} text={text.text} label={name} />;
}
