// A call: the requests it caused, its messages, its result, and earlier calls.
import type { Json, JsonObject } from "#shared/json.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import type { RunView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { BusyIcon } from "#kit/controls/icons.ts";
import { timeOfDay } from "#kit/text/time.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { JsonBlock } from "./ContentBlock.tsx";
import { Messages } from "./Messages.tsx";
import { Result } from "./Result.tsx";
import { RunTree } from "./RunTree.tsx";
import { runWords } from "./runWords.ts";
import type { Level } from "./runs.ts";
import s from "./Run.module.css";

export interface RunPanelProps {
  /** Calls of the selected item, oldest first. */
  runs: readonly RunView[];
  run: RunView | undefined;
  samples: Readonly<Record<string, Sample>>;
  /** What the selected tool says that it returns. */
  outputSchema: JsonObject | undefined;
  level: Level;
  onLevel: (level: Level) => void;
  onPickRun: (runId: string) => void;
  onReview: (sampleId: string) => void;
}

export function RunPanel({ runs, run, ...rest }: RunPanelProps) {
  const t = useT();
  if (run === undefined) {
    return (
      <section className={s.run} aria-label={t("workbench.run.run")}>
        <p className={s.quiet}>{t("workbench.run.none")}</p>
      </section>
    );
  }
  const { samples, outputSchema, onReview, level, onLevel, onPickRun } = rest;
  const errorData = run.failure?.kind === "run-error" ? run.failure.data : undefined;
  const caused = run.sampleIds.map((id) => ({ id, sample: samples[id] }));
  return (
    <section
      className={s.run}
      aria-label={t("workbench.run.run")}
      aria-busy={run.state === "running"}
    >
      <header className={s.sub}>
        <h2>{t("workbench.run.number", { number: runs.indexOf(run) + 1 })}</h2>
        <span className="xs ink3">
          {t("workbench.run.started", { at: timeOfDay(run.startedAtMs) })}
        </span>
        <span className="grow" />
        <RunState run={run} waits={caused.some(({ sample }) => waits(sample))} />
      </header>
      <RunTree run={run} caused={caused} onReview={onReview} />
      {run.failure !== undefined && <FailureBar failure={run.failure} quiet />}
      <Messages
        lines={run.lines}
        dropped={run.linesDropped ?? 0}
        progress={run.progress}
        level={level}
        onLevel={onLevel}
      />
      {hasResult(run) ? (
        <Result key={run.id} run={run} outputSchema={outputSchema} />
      ) : (
        <>
          <header className={s.sub}>
            <h2>{t("common.result")}</h2>
          </header>
          {errorData === undefined ? (
            <p className={s.quiet}>
              {run.state === "running" ? t("workbench.result.comes") : t("workbench.result.never")}
            </p>
          ) : (
            <JsonBlock label={t("workbench.result.errorData")} value={errorData} />
          )}
        </>
      )}
      <EarlierRuns runs={runs} current={run.id} onPickRun={onPickRun} />
    </section>
  );
}

const waits = (sample: Sample | undefined): boolean =>
  sample?.phase.kind === "request" || sample?.phase.kind === "response";

const hasResult = (run: RunView): run is RunView & { result: Json } => run.result !== undefined;

function RunState({ run, waits: waiting }: { run: RunView; waits: boolean }) {
  const t = useT();
  const now = useNow();
  return (
    <span className={s.state} role="status">
      {run.state === "running" && <Icon of={BusyIcon} turning={!waiting} />}
      {runWords(t, run, now, waiting)}
    </span>
  );
}

function EarlierRuns({
  runs,
  current,
  onPickRun,
}: {
  runs: readonly RunView[];
  current: string;
  onPickRun: (runId: string) => void;
}) {
  const t = useT();
  const now = useNow();
  const others = runs
    .map((run, index) => ({ run, number: index + 1 }))
    .filter(({ run }) => run.id !== current)
    .toReversed();
  if (others.length === 0) return null;
  return (
    <section className={s.earlier} aria-label={t("workbench.run.others")}>
      <h2 className="xs ink3">{t("workbench.run.others")}</h2>
      <ul>
        {others.map(({ run, number }) => (
          <li key={run.id}>
            <LinkButton className="xs" onClick={() => onPickRun(run.id)}>
              {t("workbench.run.other", { number, how: runWords(t, run, now, false) })}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
