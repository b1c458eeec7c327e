// Panes with a user-defined width, in CSS pixels: minimum, maximum and default.

export const PANES = {
  /** Of the inbox and the Workbench. */
  list: { least: 200, most: 480, usual: 304 },
  /** Beside a request. */
  side: { least: 200, most: 480, usual: 240 },
  /** Beside the list of a room. */
  panel: { least: 320, most: 640, usual: 392 },
  /** Beside a call of the Workbench. */
  run: { least: 320, most: 640, usual: 420 },
} as const;
export type Pane = keyof typeof PANES;

export const PANE_NAMES = Object.keys(PANES) as [Pane, ...Pane[]];

/** The nearest allowed width. */
export const fitting = (pane: Pane, width: number): number =>
  Math.round(Math.min(PANES[pane].most, Math.max(PANES[pane].least, width)));
