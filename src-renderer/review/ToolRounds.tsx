// How far a tool loop has come, and whether the server offers the same tools as before.
import { useT } from "../i18n/index.ts";
import { changesOf } from "../../src-shared/sampling/change.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import type { EarlierTurn } from "../../src-shared/sampling/turns.ts";
import { send } from "../state/commands.ts";
import { LinkButton } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/Icon.tsx";
import { WarnIcon } from "../ui/icons.ts";
import { Quote } from "../ui/Quote.tsx";
import s from "./Tools.module.css";

/** The count of rounds under the call, before the limit is reached. */
export function ToolRounds({ sample: { id, round } }: { sample: Sample }) {
  const t = useT();
  if (round === undefined) return null;
  const last = round.number >= round.limit;
  return (
    <p className={cx(s.quiet, last && "warn")}>
      {last ? t("tools.roundLast", { limit: round.limit }) : t("tools.round", { ...round })}{" "}
      <LinkButton onClick={() => void send("desk.moreRounds", id)}>{t("tools.more")}</LinkButton>
    </p>
  );
}

/** What the server changed in its tools since the turn that this one goes on with. */
export function ToolsSince({
  asked,
  before,
}: {
  asked: RequestDocument;
  before: EarlierTurn | null;
}) {
  const t = useT();
  if (before === null) return null;
  const { turn } = before;
  const { tools, parameters } = changesOf(before.asked, asked);
  const changed = [...tools, ...parameters.filter((name) => name === "toolChoice")];
  if (changed.length === 0) return <p className={s.quiet}>{t("tools.sameAs", { turn })}</p>;
  return (
    <p className={s.changed}>
      <Icon of={WarnIcon} />
      {t("tools.changedSince", { turn })}
      {changed.map((name) => (
        <Quote key={name} cut>
          {name}
        </Quote>
      ))}
    </p>
  );
}
