// A server's stderr output and log messages, with times.
import type { ServerLine } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { exactTime, LogLines } from "#kit/text/LogLines.tsx";
import { MAX_OUTPUT_LINES } from "#data/mirror.ts";
import s from "./Panel.module.css";

/** @param lines undefined until loaded */
export function PanelLines({
  lines,
  dropped,
  stdio,
}: {
  lines: readonly ServerLine[] | undefined;
  /** Number of older lines that were dropped. */
  dropped: number;
  /** Whether the server has stderr output. */
  stdio: boolean;
}) {
  const t = useT();
  const count = lines?.length ?? 0;
  const word = (line: ServerLine): string =>
    line.from === "log" ? (line.level ?? "log") : t(`servers.lines.${line.from}`);
  const asText = (): string =>
    (lines ?? []).map((line) => `${exactTime(line.atMs)} ${word(line)} ${line.text}`).join("\n");
  return (
    <>
      <header className={s.wrote}>
        <h2>{t("common.output")}</h2>
        <span className="xs ink3">
          {dropped > 0 || count >= MAX_OUTPUT_LINES
            ? t("servers.lines.last", { count })
            : t("common.countLines", { count })}
        </span>
        <span className="grow" />
        {count > 0 && <CopyButton what={t("common.output")} text={asText} />}
      </header>
      {lines === undefined ? (
        <LoadingBars rows={3} />
      ) : count === 0 ? (
        <p className={s.silent}>{stdio ? t("servers.lines.none") : t("servers.lines.noneHttp")}</p>
      ) : (
        <LogLines
          label={t("common.output")}
          lines={lines}
          levels={lines.some((line) => line.from !== "stderr")}
          word={word}
          className={s.log}
        />
      )}
    </>
  );
}
