// The gate of a kind of request without conversation: the common band, action bar and shortcuts around the kind's own
// paper, with two views.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import type { ReactNode } from "react";
import { useT } from "../../i18n/index.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import type { Serious } from "../findings/useSerious.ts";
import type { FindingsResult } from "../../state/findings.ts";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { Segmented } from "../../ui/controls/Segmented.tsx";
import { Actions } from "../gates/Actions.tsx";
import type { ActionsProps } from "../gates/Actions.tsx";
import { KeptBar } from "../gates/KeptBar.tsx";
import { IdentityBand } from "../gates/IdentityBand.tsx";
import { SideSummary } from "../gates/SideSummary.tsx";
import { Frame } from "../gates/Frame.tsx";
import type { GateProps } from "../gates/gateProps.ts";
import type { Deciding } from "../gates/useDecision.ts";
import { KindTitle } from "./KindTitle.tsx";
import tools from "../gates/ToolBar.module.css";

/** Props of a kind's gate. */
export interface KindGateProps extends Omit<GateProps, "asked"> {
  found: FindingsResult;
  serious: Serious;
  /** Jumps to a finding, on the paper or in the side panel. */
  onJump: (finding: Finding | Flag) => void;
}

interface Page extends KindGateProps {
  sample: Sample;
  /** The name of the view that is not JSON. */
  viewName: string;
  deciding: Deciding;
  /** The number of the kind's own warnings, and what would be sent, for a narrow window. */
  notes: number;
  facts: readonly string[];
  side: ReactNode;
  /** Bars above the paper, which don't scroll with it. */
  bar?: ReactNode;
  foot: Omit<ActionsProps, "reject" | "stop" | "rejecting" | "onRejecting" | "narrow" | "guardOn">;
  children: ReactNode;
}

export function KindPage(props: Page) {
  const { sample, deciding, foot, narrow, panelOpen, onPanel, side, children } = props;
  return (
    <Frame
      band={<IdentityBand sample={sample} />}
      tools={<Tools {...props} />}
      above={
        <>
          {deciding.failure !== null && <FailureBar failure={deciding.failure} />}
          <KeptBar sample={sample} />
          {props.bar}
        </>
      }
      side={side}
      brief={
        <SideSummary
          found={{ looked: props.found, flags: 0, notes: props.notes }}
          facts={props.facts}
          open={panelOpen}
          onOpen={() => onPanel(!panelOpen)}
        />
      }
      actions={
        <Actions
          {...foot}
          reject={null}
          stop={null}
          rejecting={false}
          onRejecting={() => undefined}
          guardOn={deciding.guardOn && !deciding.busy}
          narrow={narrow}
        />
      }
      panelOpen={panelOpen}
      narrow={narrow}
    >
      {children}
    </Frame>
  );
}

function Tools({ sample, view, viewName, onView }: Page) {
  const t = useT();
  return (
    <div className={tools.bar}>
      <KindTitle sample={sample} />
      <span className="grow" />
      <Segmented
        label={t("review.views.label")}
        value={view === "json" ? "json" : "blocks"}
        onChange={onView}
        options={[
          { value: "blocks", label: viewName, keys: KEYS.blocks },
          { value: "json", label: t("elicitation.views.json"), keys: KEYS.json },
        ]}
      />
    </div>
  );
}
