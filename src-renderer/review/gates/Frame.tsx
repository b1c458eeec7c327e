// The layout of both gates: identity band, tool bar, paper, side panel, action bar. Only paper and panel content
// scroll, and nothing overlaps but the panel in a narrow window.
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
  /** The request, above a response. */
  question?: ReactNode;
  /** Bars between tool bar and paper, such as failures and tabs. */
  above?: ReactNode;
  /** Below the paper: what the server will get. */
  below?: ReactNode;
  side: ReactNode;
  /** The side panel as one line, for narrow windows. */
  brief: ReactNode;
  actions: ReactNode;
  /** In a narrow window, whether the panel is open over the paper. */
  panelOpen: boolean;
  narrow: boolean;
  /** False if the content scrolls itself, such as a single editor. */
  scrolls?: boolean;
  /** Undefined if nothing is approved here. */
  serious?: Serious | undefined;
  children: ReactNode;
}

/** Adds a find bar over all texts in it. */
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
  // Paint the paper first, then the panel.
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
          from="calc(var(--top-h) + var(--toolbar-h))"
          to="var(--actions-h)"
        />
      )}
    </section>
  );
}
