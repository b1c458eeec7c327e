// The call with the requests it caused, their stages, and links to review them.
import { deadlineOf } from "#shared/sampling/life/deadline.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { replyKind, visibleStage } from "#shared/sampling/life/stage.ts";
import type { RunView } from "#shared/servers/server.ts";
import { firstWords } from "#data/words.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { DeadlineShort } from "#kit/text/Deadline.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { LedHereIcon } from "#kit/controls/icons.ts";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import { StageGlyph, stageWord } from "#request/StageGlyph.tsx";
import s from "./Run.module.css";

const methods = { tool: "tools/call", prompt: "prompts/get", resource: "resources/read" } as const;

export function RunTree({
  run,
  caused,
  onReview,
}: {
  run: RunView;
  caused: readonly { id: string; sample: Sample | undefined }[];
  onReview: (sampleId: string) => void;
}) {
  const t = useT();
  return (
    <ul className={s.tree} aria-label={t("workbench.run.tree")}>
      <li className={s.call}>
        <Icon of={LedHereIcon} className="ink3" />
        <span className="wire ink3">{methods[run.kind]}</span>
        <bdi className="wire cut" title={run.name}>
          <Visible text={run.name} />
        </bdi>
      </li>
      {caused.map(({ id, sample }, index) => (
        <li
          key={id}
          className={cx(s.caused, index === caused.length - 1 && s.last, isOpen(sample) && s.open)}
        >
          {sample === undefined ? (
            <span className="xs ink3">{t("workbench.run.gone")}</span>
          ) : (
            <Caused sample={sample} onReview={onReview} />
          )}
        </li>
      ))}
    </ul>
  );
}

const isOpen = (sample: Sample | undefined): boolean =>
  sample !== undefined && sample.phase.kind !== "ended";

/** Why an ended request got no response; null when the stage already says it. */
function endWords(t: T, { phase }: Sample): string | null {
  if (phase.kind !== "ended" || phase.ending.kind !== "cancelled") return null;
  const { kind } = phase.ending.because;
  return kind === "server-cancelled" ? null : t(`workbench.caused.${kind}`);
}

function Caused({ sample, onReview }: { sample: Sample; onReview: (id: string) => void }) {
  const t = useT();
  const stage = visibleStage(sample);
  const words = firstWords(sample);
  const deadline = deadlineOf(sample);
  const label = isOpen(sample) ? t("common.review") : t("common.show");
  return (
    <>
      <StageGlyph stage={stage} reply={replyKind(sample)} />
      <span className="nowrap">{t("workbench.run.sampling")}</span>
      <span className="cut grow ink2">
        <Quote bare>{words}</Quote>
      </span>
      {isOpen(sample) && deadline !== undefined && <DeadlineShort deadline={deadline} />}
      {!isOpen(sample) && (
        <span className="nowrap ink2">{endWords(t, sample) ?? stageWord(t, stage)}</span>
      )}
      <LinkButton
        onClick={() => onReview(sample.id)}
        aria-label={`${label}: ${words.slice(0, 80)}`}
      >
        {label}
      </LinkButton>
    </>
  );
}
