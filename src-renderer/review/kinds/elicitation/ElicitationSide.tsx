// The side panel of an elicitation: findings, and what will be sent.
import { useT } from "../../../i18n/index.ts";
import type { FindingsResult } from "../../../state/findings.ts";
import { FindingsPanel } from "../../findings/FindingsPanel.tsx";
import type { Serious } from "../../findings/useSerious.ts";
import type { KindGateProps } from "../KindPage.tsx";
import { Votes } from "../../team/Votes.tsx";
import { SideFact } from "../SideFact.tsx";

export function ElicitationSide({
  id,
  shown,
  onUse,
  found,
  serious,
  notes,
  onJump,
  what,
  answer,
  why,
}: Parameters<typeof Votes>[0] & {
  found: FindingsResult;
  serious: Serious;
  onJump: KindGateProps["onJump"];
  notes: readonly string[];
  /** What was scanned, in words. */
  what: string;
  answer: string;
  why: string;
}) {
  const t = useT();
  return (
    <>
      <FindingsPanel looked={found} notes={notes} what={what} {...{ serious, onJump }} />
      <Votes {...{ id, shown, onUse }} />
      <SideFact label={t("elicitation.side.sends")} answer={answer} why={why} />
    </>
  );
}
