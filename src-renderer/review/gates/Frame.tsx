// The shape that both gates share: identity band, tool bar, paper, side panel, action bar. The band, the
// bars and the panel never scroll, and nothing overlaps them but the panel in a narrow window.
import { useDeferredValue, useState } from "react";
import type { ReactNode } from "react";
import { FindPage } from "../../components/find/FindBar.tsx";
import { RegisterActions } from "../../state/actions.ts";
import { ScrollerContext } from "../../editor/index.ts";
import { useT } from "../../i18n/index.ts";
import { cx } from "../../ui/cx.ts";
import { OutOfView, Ruler } from "../findings/OutOfView.tsx";
import type { Serious } from "../findings/useSerious.ts";
import { PaneEdge } from "../../panes/PaneEdge.tsx";
import s from "./Frame.module.css";

interface FrameProps {
  band: ReactNode;
  tools: ReactNode;
  /** The request, on top of what answers it. */
  question?: ReactNode;
  /** Bars between tool bar and paper: failures, tabs. */
  above?: ReactNode;
  /** What stays under the paper: what the server receives. */
  below?: ReactNode;
  side: ReactNode;
  /** The side panel in one line, for a narrow window. */
  brief: ReactNode;
  actions: ReactNode;
  /** In a narrow window: the panel lies over the paper. */
  panelOpen: boolean;
  narrow: boolean;
  /** False where the content scrolls by itself (one editor that fills the paper). */
  scrolls?: boolean;
  /** Undefined where nothing is approved. */
  serious?: Serious | undefined;
  children: ReactNode;
}

/** With one find bar over all texts that it shows. */
export function Frame(props: FrameProps) {
  return (
    <FindPage offers={RegisterActions}>
      {(findBar) => <Page {...props} findBar={findBar} />}
    </FindPage>
  );
}

function Page({
  band,
  tools,
  question,
  above,
  below,
  side,
  brief,
  actions,
  panelOpen,
  narrow,
  scrolls = true,
  serious,
  children,
  findBar,
}: FrameProps & { findBar: ReactNode }) {
  const t = useT();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // The paper is painted first: nobody waits for the panel.
  const painted = useDeferredValue(true, false);
  return (
    <section className={s.review} aria-label={t("review.title")} data-review="">
      {band}
      {tools}
      <div className={s.doc}>
        {narrow && brief}
        {findBar}
        {question}
        <div className={s.above}>{above}</div>
        <div className={s.sheet}>
          <div
            ref={setScroller}
            className={cx(
              s.paper,
              !scrolls && s.still,
              question !== undefined && question !== null && s.answer,
            )}
            data-leave="paper"
            data-scroller=""
            tabIndex={scrolls ? 0 : -1}
            role="region"
            aria-label={t("review.paper")}
          >
            <ScrollerContext value={scroller}>{children}</ScrollerContext>
          </div>
          {serious !== undefined && <Ruler ticks={serious.ticks} />}
        </div>
        {serious !== undefined && <OutOfView serious={serious} />}
        {below}
      </div>
      {(!narrow || panelOpen) && (
        <aside
          className={cx(s.side, narrow && s.floating)}
          aria-label={t("review.side.label")}
          data-over-paper={narrow ? "" : undefined}
        >
          {painted && side}
        </aside>
      )}
      {actions}
      {!narrow && (
        <PaneEdge
          pane="side"
          side="right"
          from="calc(var(--identity-h) + var(--toolbar-h))"
          to="var(--actions-h)"
        />
      )}
    </section>
  );
}
