// Log messages at or above a level, and progress.
import { useMemo } from "react";
import type { RunView, ServerLine } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { LogLines } from "#kit/text/LogLines.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { decimal } from "#kit/text/time.ts";
import { atLeast, levels } from "./calls.ts";
import type { Level } from "./calls.ts";
import s from "./Call.module.css";

export function Messages({
  lines,
  dropped,
  progress,
  level,
  onLevel,
}: {
  lines: readonly ServerLine[];
  /** Number of older lines that were dropped. */
  dropped: number;
  progress: RunView["progress"];
  level: Level;
  onLevel: (level: Level) => void;
}) {
  const t = useT();
  const shown = useMemo(() => atLeast(lines, level), [lines, level]);
  const hidden = lines.length - shown.length;
  return (
    <>
      <header className={s.sub}>
        <h2>{t("common.messages")}</h2>
        <span className="xs ink3">
          {hidden === 0
            ? t("workbench.messages.count", { count: lines.length })
            : t("workbench.messages.hidden", { count: hidden })}
          {dropped > 0 && ` · ${t("workbench.messages.dropped", { count: dropped })}`}
        </span>
        <span className="grow" />
        <Select
          size="s"
          aria-label={t("workbench.messages.level")}
          value={level}
          options={levels.map((value) => ({ value, label: value, wire: true }))}
          onChange={onLevel}
        />
      </header>
      {progress !== undefined && <Progress progress={progress} />}
      {shown.length > 0 ? (
        <LogLines
          className={s.messages}
          label={t("common.messages")}
          lines={shown}
          levels
          brief
          word={(line) => line.level ?? line.from}
        />
      ) : (
        <p className={s.quiet}>{t("workbench.messages.none")}</p>
      )}
    </>
  );
}

function Progress({ progress }: { progress: NonNullable<RunView["progress"]> }) {
  const t = useT();
  const { total, message } = progress;
  const done = number(progress.progress);
  return (
    <div className={s.progress}>
      {total === undefined ? null : (
        <progress
          max={total > 0 ? total : 1}
          value={progress.progress}
          aria-label={t("workbench.messages.progress")}
        />
      )}
      <span>
        {total === undefined
          ? t("workbench.messages.done", { done })
          : t("common.doneOfTotal", { done, total: number(total) })}
      </span>
      {message !== undefined && message !== "" && <Quote cut>{message}</Quote>}
    </div>
  );
}

const number = (value: number): string => decimal(value, Number.isInteger(value) ? 0 : 1);
