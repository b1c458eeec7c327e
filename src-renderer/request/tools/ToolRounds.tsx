// The number of rounds in a tool loop, and changes of the offered tools.
import { useT } from "#words/index.ts";
import { changesOf } from "#shared/request/document/change.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { EarlierTurn } from "#shared/request/life/turns.ts";
import { send } from "#data/commands.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { WarnIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import s from "./Tools.module.css";
import { Hint } from "#kit/text/Text.tsx";

/** The number of rounds of the call and its limit, with a way to allow more. */
export function ToolRounds({ request: { id, round } }: { request: HeldRequest }) {
  const t = useT();
  if (round === undefined) return null;
  const last = round.number >= round.limit;
  return (
    <Hint above tone={last ? "warn" : "ink3"}>
      {round.number === round.limit
        ? t("tools.roundLast", { limit: round.limit })
        : t("tools.round", { ...round })}{" "}
      <LinkButton onClick={() => void send("desk.moreRounds", id)}>{t("tools.more")}</LinkButton>
    </Hint>
  );
}

/** What the server changed in its tools since the earlier turn. */
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
  if (changed.length === 0) return <Hint above>{t("tools.sameAs", { turn })}</Hint>;
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
