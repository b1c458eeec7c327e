// The resizable edge of a pane, whose width is remembered.
import { useEffect } from "react";
import { PANE_NAMES } from "#shared/settings/panes.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { mirror, useMirror } from "#data/mirror.ts";
import { paneVariable, Splitter } from "#kit/layout/Splitter.tsx";
import type { SplitterProps } from "#kit/layout/Splitter.tsx";

export function PaneEdge(props: Omit<SplitterProps, "label" | "width" | "onWidth">) {
  const t = useT();
  const width = useMirror((state) => state.settings.panes[props.pane]);
  return (
    <Splitter
      {...props}
      width={width}
      label={t(`shell.pane.${props.pane}`)}
      onWidth={(next) => {
        const { [props.pane]: _before, ...others } = mirror.getState().settings.panes;
        const panes = next === null ? others : { ...others, [props.pane]: next };
        void send("settings.set", { panes });
      }}
    />
  );
}

/** Restores the widths of the panes. Must be called once, by the app shell. */
export function usePanes(): void {
  const panes = useMirror((state) => state.settings.panes);
  useEffect(() => {
    const { style } = document.documentElement;
    for (const pane of PANE_NAMES) {
      const width = panes[pane];
      if (width === undefined) style.removeProperty(paneVariable(pane));
      else style.setProperty(paneVariable(pane), `${width}px`);
    }
  }, [panes]);
}
