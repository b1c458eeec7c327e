// Props of both gates.
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { GateView } from "../../state/view.ts";

export interface GateProps {
  sample: Sample;
  asked: RequestDocument;
  view: GateView;
  onView: (view: GateView) => void;
  narrow: boolean;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
}
