// The changes of an agent's files to preview: the first as a diff, each other one as a line that opens.
import { useMemo, useState } from "react";
import { lineCounts, unifiedDiff } from "#shared/agents/changes.ts";
import type { SetupChanges } from "#shared/agents/agentRow.ts";
import type { AgentChange } from "#shared/agents/agentRow.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";
import { DiffBlock } from "#editor/DiffBlock.tsx";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { FileEditIcon, FileWriteIcon } from "#kit/controls/icons.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { Panel, Stack } from "#kit/layout/Stack.tsx";
import { LineCounts } from "#kit/text/LineCounts.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import s from "./Setup.module.css";

export interface Previewed {
  /** The files that would change; of the last choices until those of these are known, then `isShown` is false. */
  changes: SetupChanges | null;
  /** What is on screen is what would be done. */
  isShown: boolean;
  failure: Failure | null;
  /** Keeps the failure of what was tried with these changes, and previews them anew. True if there is none. */
  tell: (done: Outcome<unknown, Failure>) => boolean;
}

/** @param key covers what `ask` depends on; null: there is nothing to preview */
export function usePreview(
  key: string | null,
  ask: () => Promise<Outcome<SetupChanges, Failure>>,
): Previewed {
  const [failed, setFailed] = useState<{ key: string | null; failure: Failure } | null>(null);
  const [tries, setTries] = useState(0);
  const at = key === null ? null : `${tries} ${key}`;
  const asked = useAsked(at, async () => ({ at, result: await ask() }), { keeps: true });
  const isShown = asked !== null && asked.at === at;
  const notShown = isShown && !asked.result.ok ? asked.result.failure : null;
  return {
    changes: asked?.result.ok === true && at !== null ? asked.result.value : null,
    isShown,
    failure: notShown ?? (failed?.key === key ? failed.failure : null),
    tell: (done) => {
      setFailed(done.ok ? null : { key, failure: done.failure });
      // A file may have changed meanwhile.
      if (!done.ok) setTries(tries + 1);
      return done.ok;
    },
  };
}

export function Changes({ changes, failure }: Pick<Previewed, "changes" | "failure">) {
  const t = useT();
  return (
    <Stack gap={8}>
      <FailureBar failure={failure} />
      {changes === null && failure === null && <LoadingBars rows={4} />}
      {changes?.length === 0 && <p className="ink2">{t("setup.nothing")}</p>}
      {changes?.map((change, at) => (
        <FileChange key={change.file} change={change} isFirst={at === 0} />
      ))}
    </Stack>
  );
}

function FileChange({ change, isFirst }: { change: AgentChange; isFirst: boolean }) {
  const t = useT();
  const [isOpen, setOpen] = useState(isFirst);
  const [isWhole, setWhole] = useState(false);
  const { file, before, after } = change;
  const counts = useMemo(() => lineCounts(unifiedDiff(before, after)), [before, after]);
  const isNew = change.hash === null;
  const label = t("hosts.dialog.diff", { file });
  return (
    <Panel as="section" aria-label={file}>
      <header className={s.file}>
        <Icon of={isNew ? FileWriteIcon : FileEditIcon} />
        <Quote bare cut>
          {file}
        </Quote>
        {isNew ? (
          <span className="xs ink2">{t("setup.newFile")}</span>
        ) : (
          <LineCounts {...counts} className="xs ink2" />
        )}
        <span className="grow" />
        {isOpen && before !== "" && after !== "" && (
          <LinkButton small onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? "setup.changedLines" : "setup.wholeFile")}
          </LinkButton>
        )}
        {!isFirst && (
          <LinkButton small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? "common.hide" : "common.show")}
          </LinkButton>
        )}
      </header>
      {/* In a diff all of a new file would be green. */}
      {isOpen && before === "" && <Paper text={after} label={label} small className={s.paper} />}
      {isOpen && before !== "" && (
        <DiffBlock
          identity={`${file} ${isWhole}`}
          original={before}
          modified={after}
          language="plaintext"
          folds={!isWhole}
          mostPx={MOST_PX}
          label={label}
        />
      )}
    </Panel>
  );
}

/** A longer one scrolls by itself: such a file may have thousands of lines. */
const MOST_PX = 216;
