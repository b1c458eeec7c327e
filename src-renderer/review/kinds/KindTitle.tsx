// The kind of a request, in place of the two steps of sampling; or two steps of its own.
import { visibleStage } from "../../../src-shared/sampling/life/stage.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { kindGlyphOf } from "../../components/requests/kindGlyph.ts";
import { useT } from "../../i18n/index.ts";
import { Icon } from "../../ui/controls/Icon.tsx";
import { Steps } from "../gates/ToolBar.tsx";
import type { Step } from "../gates/ToolBar.tsx";
import tools from "../gates/ToolBar.module.css";

export function KindTitle({ sample }: { sample: Sample }) {
  const t = useT();
  const glyph = kindGlyphOf(sample);
  if (glyph === null) return null;
  if (sample.producer !== undefined) {
    const names = {
      request: t("toolCall.views.call"),
      generating: t("toolCall.running"),
      response: t("toolCall.views.result"),
    };
    return <Steps step={stepOf(sample)} names={names} />;
  }
  return (
    <span className={tools.steps}>
      <span className={tools.only}>
        <Icon of={glyph.icon} size="m" /> {t(glyph.name)}
      </span>
    </span>
  );
}

function stepOf(sample: Sample): Step {
  const stage = visibleStage(sample);
  if (stage === "request" || stage === "generating" || stage === "response") return stage;
  return { gate: sample.attempts.length === 0 ? 1 : 2, stage };
}
