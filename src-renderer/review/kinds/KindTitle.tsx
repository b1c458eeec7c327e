// The kind of a request, in place of the two steps of sampling.
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { kindGlyphOf } from "../../components/requests/kindGlyph.ts";
import { useT } from "../../i18n/index.ts";
import { Icon } from "../../ui/controls/Icon.tsx";
import tools from "../gates/ToolBar.module.css";

export function KindTitle({ sample }: { sample: Sample }) {
  const t = useT();
  const glyph = kindGlyphOf(sample);
  if (glyph === null) return null;
  return (
    <span className={tools.steps}>
      <span className={tools.only}>
        <Icon of={glyph.icon} size="m" /> {t(glyph.name)}
      </span>
    </span>
  );
}
