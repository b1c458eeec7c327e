// Reads for a request that are running or gave no text. Those with text are listed as pieces.
import type { ContextPiece } from "../../../src-shared/context/piece.ts";
import type { RunView } from "../../../src-shared/servers/server.ts";
import { useFailureText } from "../../i18n/failure.tsx";
import type { Failure } from "../../../src-shared/outcome.ts";
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import {
  includedContextOf,
  updateIncludedContext,
  useIncludedContext,
} from "../../state/requests/context.ts";
import { useMirror } from "../../state/mirror.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/controls/Icon.tsx";
import { BusyIcon, WarnIcon } from "../../ui/controls/icons.ts";
import { Quote } from "../../ui/text/Quote.tsx";
import { useNow } from "../../ui/hooks/useNow.ts";
import s from "./Context.module.css";

/** After this long the row says what a server may be waiting for. */
const LONG_MS = 5000;

export function ContextReads({
  sampleId,
  pieces,
}: {
  sampleId: string;
  pieces: readonly ContextPiece[] | null;
}) {
  const { reads } = useIncludedContext(sampleId);
  const runs = useMirror((state) => state.runs);
  const listed = new Set(pieces?.map((piece) => piece.id));
  const open = reads
    .map((id) => runs[id])
    .filter((run) => run !== undefined)
    .filter((run) => !listed.has(`run ${run.id}`));
  if (open.length === 0) return null;
  const drop = (run: RunView): void =>
    updateIncludedContext(sampleId, {
      reads: includedContextOf(sampleId).reads.filter((id) => id !== run.id),
    });
  return (
    <ul>
      {open.map((run) => (
        <li key={run.id} className={s.read} role="status">
          <Read run={run} onDrop={() => drop(run)} />
        </li>
      ))}
    </ul>
  );
}

function Read({ run, onDrop }: { run: RunView; onDrop: () => void }) {
  const t = useT();
  const now = useNow();
  const running = run.state === "running";
  return (
    <>
      <p className={s.readName}>
        <Icon of={running ? BusyIcon : WarnIcon} turning={running} size="s" />
        {running && t("context.reading")} <Quote cut>{run.name}</Quote>
      </p>
      <p className={s.note}>
        {run.state === "failed" && run.failure !== undefined && <Why failure={run.failure} />}
        {run.state === "cancelled" && t("context.cancelled")}
        {run.state === "done" && t("context.noText")}
        {running && now - run.startedAtMs > LONG_MS && t("context.readingLong")}{" "}
        {running ? (
          <LinkButton onClick={() => void send("calls.cancel", run.id)}>
            {t("common.cancel")}
          </LinkButton>
        ) : (
          <LinkButton onClick={onDrop}>{t("context.drop")}</LinkButton>
        )}
      </p>
    </>
  );
}

/** The failure in words, with what the server said. */
function Why({ failure }: { failure: Failure }) {
  const { what, quote } = useFailureText(failure);
  return (
    <>
      {what} {quote !== "" && <Quote cut>{quote}</Quote>}
    </>
  );
}
