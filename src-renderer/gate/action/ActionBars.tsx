// Bars of an action: files that changed meanwhile, settings that it would change, settings of its project.
import type { ChangeFault } from "#shared/agents/changes.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import type { Review } from "../gate.ts";
import type { About } from "./about.ts";
import type { Files } from "./useFiles.ts";

/** The bar here says more about the changed files than the failure of the decision. */
export const isChangeTold = ({ deciding: { failure } }: Review, { changed }: Files): boolean =>
  failure?.kind === "read-again" && failure.why === "changed" && changed.length > 0;

export function ActionBars({
  about: { request },
  files: { changed },
  fault,
  onReject,
}: {
  about: About;
  files: Files;
  /** Why an edit can't be made. */
  fault: ChangeFault | null;
  onReject: (reason: string) => void;
}) {
  const t = useT();
  const guarded = request.files.filter(({ isGuarded }) => isGuarded === true);
  const { projectSettings = [] } = request;
  const file = changed.length === 1 ? changed[0]?.path : undefined;
  const reason =
    file === undefined ? t("action.changed.reason") : t("action.changed.reasonOf", { file });
  const again = <LinkButton onClick={() => onReject(reason)}>{t("action.changed.ask")}</LinkButton>;
  return (
    <>
      {changed.length > 0 && (
        <Bar tone="warn" title={t("action.changed.title")} actions={again}>
          {changed.map(({ path, lines }) => (
            <span key={path}>
              <Quote>{path}</Quote>{" "}
              {lines.length > 0 &&
                t("action.changed.lines", { count: lines.length, lines: rangesOf(lines) })}{" "}
            </span>
          ))}
          {t("action.changed.next")}
        </Bar>
      )}
      {changed.length === 0 && fault !== null && (
        <Bar tone="warn" title={`${t(`action.fault.${fault}`)}.`} actions={again} />
      )}
      {guarded.length > 0 && (
        <Bar tone="danger" title={t("action.guarded.title")} quiet>
          {guarded.map(({ real }) => (
            <Quote key={real}>{real}</Quote>
          ))}{" "}
          {t("action.guarded.text")}
        </Bar>
      )}
      {projectSettings.length > 0 && (
        <Bar tone="warn" title={t("action.project.title")} quiet>
          {projectSettings.map(({ file: settings, keys }) => (
            <span key={settings}>
              {keys.map((key) => (
                <Quote key={key}>{key}</Quote>
              ))}{" "}
              {t("review.hostFolder")} <Quote>{settings}</Quote>{" "}
            </span>
          ))}
        </Bar>
      )}
    </>
  );
}

/** `3, 5–9`; the first few, as the diff shows them all. */
function rangesOf(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  const shown = ranges.slice(0, 5).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return [...shown, ...(ranges.length > 5 ? ["…"] : [])].join(", ");
}
