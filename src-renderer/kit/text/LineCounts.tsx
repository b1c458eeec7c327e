// How many lines a change adds and removes, as figures.
import { useT } from "#words/index.ts";
import { cx } from "../cx.ts";

export function LineCounts({
  added,
  removed,
  className,
}: {
  added: number;
  removed: number;
  className?: string;
}) {
  const t = useT();
  const said = [
    added > 0 ? t("common.linesAdded", { count: added }) : "",
    removed > 0 ? t("common.linesRemoved", { count: removed }) : "",
  ].filter((part) => part !== "");
  if (said.length === 0) return null;
  const words = said.join(t("common.comma"));
  const figures = [added > 0 ? `+${added}` : "", removed > 0 ? `\u2212${removed}` : ""];
  return (
    <span className={cx("nowrap", className)} title={words}>
      <span aria-hidden="true">{figures.filter((part) => part !== "").join(" ")}</span>
      <span className="sr">{words}</span>
    </span>
  );
}
