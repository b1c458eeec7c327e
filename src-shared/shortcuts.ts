// The table of keyboard shortcuts: keys, places and labels for keyboard, buttons, palette, help and menu. Their
// actions are defined where they apply (`useActions`, or lists with their own keys).

/** Where a shortcut works, in the order of the help. */
export const PLACES = [
  "gate",
  "question",
  "list",
  "agents",
  "rules",
  "history",
  "workbench",
  "traffic",
  "picture",
  "dialog",
  "anywhere",
] as const;
export type Place = (typeof PLACES)[number];

interface Shortcut {
  /** `Mod` is Ctrl, or ⌘ on macOS. */
  keys: string;
  where: readonly Place[];
  /** Key of its label in the catalogue. Shortcuts with the same label in one place share a line of the help. */
  label: string;
}

const SHORTCUTS = {
  approve: { keys: "Mod+Enter", where: ["gate"], label: "shell.keys.approve" },
  reject: { keys: "Mod+Shift+X", where: ["gate"], label: "common.rejectTitle" },
  regenerate: { keys: "Mod+R", where: ["gate"], label: "shell.keys.regenerate" },
  candidates: { keys: "Shift+M", where: ["gate"], label: "shell.keys.candidates" },
  sideBySide: { keys: "Shift+S", where: ["gate"], label: "shell.keys.sideBySide" },
  byHand: { keys: "Shift+A", where: ["gate"], label: "review.answerByHand" },
  stop: { keys: "Escape", where: ["gate"], label: "shell.keys.stop" },
  edit: { keys: "E", where: ["gate"], label: "common.editTitle" },
  blocks: { keys: "1", where: ["gate"], label: "common.blocks" },
  json: { keys: "2", where: ["gate"], label: "common.json" },
  diffLetter: { keys: "D", where: ["gate"], label: "common.diff" },
  diff: { keys: "3", where: ["gate"], label: "common.diff" },
  findings: { keys: "F", where: ["gate"], label: "common.findings" },
  model: { keys: "M", where: ["gate"], label: "shell.keys.model" },
  cost: { keys: "C", where: ["gate"], label: "common.cost" },
  settings: { keys: "S", where: ["gate"], label: "shell.keys.settings" },
  panel: { keys: "P", where: ["gate"], label: "shell.keys.panel" },
  always: { keys: "A", where: ["gate"], label: "shell.keys.always" },
  earlier: { keys: "T", where: ["gate"], label: "session.earlier" },
  unfold: { keys: "U", where: ["gate"], label: "tools.fold.action" },
  asked: { keys: "Q", where: ["gate"], label: "shell.keys.asked" },
  findingNext: { keys: "F8", where: ["gate"], label: "findings.next" },
  findingBefore: { keys: "Shift+F8", where: ["gate"], label: "findings.previous" },
  find: { keys: "Mod+F", where: ["gate", "history"], label: "editor.find.open" },
  findNext: { keys: "F3", where: ["gate", "history"], label: "editor.find.next" },
  findBefore: { keys: "Shift+F3", where: ["gate", "history"], label: "editor.find.previous" },
  raise: { keys: "L", where: ["gate"], label: "shell.keys.raise" },

  option1: { keys: "1", where: ["question"], label: "shell.keys.option" },
  option2: { keys: "2", where: ["question"], label: "shell.keys.option" },
  option3: { keys: "3", where: ["question"], label: "shell.keys.option" },
  option4: { keys: "4", where: ["question"], label: "shell.keys.option" },
  option5: { keys: "5", where: ["question"], label: "shell.keys.option" },

  next: { keys: "J", where: ["list", "agents", "history"], label: "shell.keys.next" },
  previous: { keys: "K", where: ["list", "agents", "history"], label: "shell.keys.previous" },
  nextPending: { keys: "N", where: ["list"], label: "shell.keys.nextPending" },
  extendDown: { keys: "Shift+J", where: ["list"], label: "batch.keys.extendDown" },
  extendUp: { keys: "Shift+K", where: ["list"], label: "batch.keys.extendUp" },
  all: { keys: "Mod+A", where: ["list", "history"], label: "common.selectAll" },
  same: { keys: "Space", where: ["list"], label: "batch.keys.same" },
  open: { keys: "Enter", where: ["list", "agents", "history"], label: "shell.keys.open" },
  rowMenu: { keys: "Shift+F10", where: ["list"], label: "shell.keys.rowMenu" },
  filter: {
    keys: "/",
    where: ["list", "history", "workbench", "traffic"],
    label: "shell.keys.filter",
  },
  unmark: { keys: "Escape", where: ["list"], label: "common.clearSelection" },

  newRule: { keys: "N", where: ["rules"], label: "common.newRule" },
  moveUp: { keys: "Alt+Up", where: ["rules"], label: "shell.keys.moveUp" },
  moveDown: { keys: "Alt+Down", where: ["rules"], label: "shell.keys.moveDown" },
  onOff: { keys: "Space", where: ["rules"], label: "shell.keys.onOff" },
  removeRule: { keys: "Delete", where: ["rules"], label: "common.remove" },
  bringBack: { keys: "Z", where: ["rules", "list"], label: "shell.keys.bringBack" },
  tryRule: { keys: "Mod+T", where: ["rules"], label: "common.dryRun" },
  saveRule: { keys: "Mod+S", where: ["rules"], label: "common.save" },

  mark: { keys: "Space", where: ["history"], label: "shell.keys.mark" },
  documents: { keys: "1", where: ["history"], label: "history.tab.documents" },
  events: { keys: "2", where: ["history"], label: "history.events.title" },
  about: { keys: "3", where: ["history"], label: "common.details" },
  compare: { keys: "D", where: ["history"], label: "history.tab.compare" },

  run: { keys: "Mod+Enter", where: ["workbench"], label: "workbench.call.run" },
  form: { keys: "1", where: ["workbench"], label: "common.form" },
  formJson: { keys: "2", where: ["workbench"], label: "common.json" },

  follow: { keys: "F", where: ["traffic"], label: "traffic.follow" },
  pair: { keys: "P", where: ["traffic"], label: "traffic.pair" },
  back: { keys: "Escape", where: ["history", "traffic"], label: "common.back" },

  pictureFit: { keys: "0", where: ["picture"], label: "content.zoom.fit" },
  pictureFull: { keys: "1", where: ["picture"], label: "content.zoom.actual" },
  pictureSmaller: { keys: "-", where: ["picture"], label: "common.zoomOut" },
  pictureLarger: { keys: "=", where: ["picture"], label: "common.zoomIn" },

  confirm: { keys: "Enter", where: ["dialog"], label: "shell.keys.confirm" },
  submit: { keys: "Mod+Enter", where: ["dialog"], label: "shell.keys.submit" },
  close: { keys: "Escape", where: ["dialog"], label: "common.close" },

  palette: { keys: "Mod+K", where: ["anywhere"], label: "shell.keys.palette" },
  help: { keys: "?", where: ["anywhere"], label: "shell.keys.help" },
  goInbox: { keys: "Mod+1", where: ["anywhere"], label: "common.inbox" },
  goAgents: { keys: "Mod+2", where: ["anywhere"], label: "common.agents" },
  goWorkbench: { keys: "Mod+3", where: ["anywhere"], label: "common.workbench" },
  goServers: { keys: "Mod+4", where: ["anywhere"], label: "common.servers" },
  goHistory: { keys: "Mod+5", where: ["anywhere"], label: "common.history" },
  goRules: { keys: "Mod+6", where: ["anywhere"], label: "common.rulesTitle" },
  goSettings: { keys: "Mod+,", where: ["anywhere"], label: "common.settings" },
  zoomIn: { keys: "Mod+=", where: ["anywhere"], label: "common.zoomIn" },
  zoomOut: { keys: "Mod+-", where: ["anywhere"], label: "common.zoomOut" },
  zoomReset: { keys: "Mod+0", where: ["anywhere"], label: "shell.keys.zoomReset" },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;
export type ShortcutLabel = (typeof SHORTCUTS)[ShortcutId]["label"];

declare const registered: unique symbol;
/** The keys of a shortcut in this table. Only these can be bound or shown, so that the help is complete. */
export type Keys = string & { readonly [registered]: true };

export const KEYS = Object.fromEntries(
  Object.entries(SHORTCUTS).map(([id, { keys }]) => [id, keys]),
) as Record<ShortcutId, Keys>;

/** The lines of the help for one place. */
export function shortcutsAt(place: Place): { label: ShortcutLabel; keys: Keys[] }[] {
  const lines = new Map<ShortcutLabel, Keys[]>();
  for (const id of Object.keys(SHORTCUTS) as ShortcutId[]) {
    const { label, where }: { label: ShortcutLabel; where: readonly Place[] } = SHORTCUTS[id];
    if (where.includes(place)) lines.set(label, [...(lines.get(label) ?? []), KEYS[id]]);
  }
  return [...lines].map(([label, keys]) => ({ label, keys }));
}
