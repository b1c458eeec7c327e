// The memory a local model needs and what is free, with a warning if it does not fit.
import type { LocalModelView, LocalSettings, LocalView } from "#shared/models/local/local.ts";
import { useT } from "#words/index.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { WarnIcon } from "#kit/controls/icons.ts";
import { memoryWords } from "./memoryWords.ts";
import s from "./MemoryLine.module.css";

export function MemoryLine({
  model,
  settings,
  view,
  onlyTrouble = false,
}: {
  model: Pick<LocalModelView, "facts">;
  settings: LocalSettings;
  view: LocalView;
  /** Renders nothing if it fits. */
  onlyTrouble?: boolean;
}) {
  const { tone, words } = memoryWords(useT(), model.facts, settings, view);
  if (onlyTrouble && tone === "plain") return null;
  return (
    <p className={cx("xs", s.memory, tone === "plain" ? "ink2" : s[tone])}>
      {tone !== "plain" && <Icon of={WarnIcon} />}
      <span>{words}</span>
    </p>
  );
}
