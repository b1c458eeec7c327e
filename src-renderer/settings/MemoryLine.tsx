// The memory that a local model needs, against what is free: a line, and a sign where it does not fit.
import type { LocalModelView, LocalSettings, LocalView } from "../../src-shared/models/local.ts";
import { useT } from "../i18n/index.ts";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/Icon.tsx";
import { WarnIcon } from "../ui/icons.ts";
import { memoryWords } from "./localWords.ts";
import s from "./Settings.module.css";

export function MemoryLine({
  model,
  settings,
  view,
}: {
  model: LocalModelView;
  settings: LocalSettings;
  view: LocalView;
}) {
  const { tone, words } = memoryWords(useT(), model.facts, settings, view);
  return (
    <p className={cx("xs", s.memory, tone === "plain" ? "ink2" : s[tone])}>
      {tone !== "plain" && <Icon of={WarnIcon} />}
      <span>{words}</span>
    </p>
  );
}
