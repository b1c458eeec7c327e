// A model's reasoning beside its response, folded, with size and duration. It is kept in the ledger.
import { useState } from "react";
import { CodeBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { completionIn } from "#shared/request/kinds/completion/document.ts";
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import type { ReasoningPart } from "#shared/request/life/stream.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { GrowingPaper } from "#kit/text/GrowingPaper.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { BusyIcon, ModelIcon } from "#kit/controls/icons.ts";
import { elapsed } from "#kit/text/time.ts";
import { ListRow } from "#kit/layout/Stack.tsx";

/** The reasoning of a complete attempt, unless it is part of its response. */
export function Reasoning({
  attempt,
}: {
  attempt: Pick<Attempt, "id" | "document"> & { state: { reasoning?: ReasoningPart[] } };
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const parts = attempt.state.reasoning;
  const apart = completionIn(attempt.document) === null ? "apart" : "otherDialect";
  if (parts === undefined || parts.length === 0) return null;
  const characters = parts.reduce((sum, part) => sum + part.text.length, 0);
  const tookMs = parts.reduce((sum, part) => sum + part.tookMs, 0);
  return (
    <>
      <Bar
        characters={characters}
        apart={apart}
        open={open}
        time={elapsed(t, tookMs)}
        onOpen={setOpen}
      />
      {open &&
        parts.map((part, at) => (
          <CodeBlock
            key={at}
            identity={`${attempt.id} reasoning ${at}`}
            value={part.text}
            language="markdown"
            readOnly
            label={t("candidates.reasoning.label")}
          />
        ))}
    </>
  );
}

/** Reasoning while it streams. */
export function StreamingReasoning({
  text,
  busy,
  mayBeSent,
  onGrown,
}: {
  text: string;
  /** A program gets it, if the provider speaks its dialect. */
  mayBeSent: boolean;
  /** It is still the last part of the stream. */
  busy: boolean;
  onGrown: () => void;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Bar
        busy={busy}
        open={open}
        characters={text.length}
        apart={mayBeSent ? null : "apart"}
        onOpen={setOpen}
      />
      {open && (
        <GrowingPaper text={text} label={t("candidates.reasoning.arriving")} onGrown={onGrown} />
      )}
    </>
  );
}

function Bar({
  characters,
  time,
  busy = false,
  apart,
  open,
  onOpen,
}: {
  characters: number;
  /** Why it is not part of the response; null while that is open. */
  apart: "apart" | "otherDialect" | null;
  time?: string;
  busy?: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  const t = useT();
  const size =
    characters === 0 && !busy
      ? t("candidates.reasoning.withheld")
      : t("common.characters", { count: characters });
  return (
    <ListRow>
      <Icon of={busy ? BusyIcon : ModelIcon} turning={busy} />
      <span className="cut">
        <b>{t("candidates.reasoning.title")}</b> · {size}
        {time !== undefined && ` · ${time}`}
        {apart !== null && <span className="ink3"> · {t(`candidates.reasoning.${apart}`)}</span>}
      </span>
      {characters > 0 && (
        <LinkButton aria-expanded={open} onClick={() => onOpen(!open)}>
          {t(open ? "common.hide" : "common.show")}
        </LinkButton>
      )}
    </ListRow>
  );
}
