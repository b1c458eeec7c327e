// The words of hosts and programs.
import { shared } from "./common.ts";

// The words of agents' MCP servers.
export const hosts = {
  addFile: "Open config file…",
  connect: "Connect another agent…",
  count_one: "{{count, number}} server",
  count_other: "{{count, number}} servers",
  undo: "Undo…",
  state: {
    direct: shared.direct,
    "after-restart": "After restart",
    through: "Through Countersign",
    drifted: "Changed in the file",
    off: "Off in the agent",
  },
  stateHint: {
    direct: "The agent starts this server itself.",
    "after-restart": "Restart the agent. Until you do, open sessions bypass Countersign.",
    through: "The agent has used this server through Countersign.",
    drifted:
      "The file was changed after Countersign edited it, so the agent starts this server itself again.",
  },
  sessions_one: "{{count, number}} session",
  sessions_other: "{{count, number}} sessions",
  uses: "Uses “{{name}}”",
  usedBy: {
    title: "Used by agents",
    unseen:
      "An agent’s command line (Claude Code’s --mcp-config), plugins of other agents than Claude Code and the settings that a company manages aren’t seen here: servers named there bypass Countersign.",
  },
  session: { unnamed: "An agent without a name yet", since: "since {{at}}" },
  alsoDirect: {
    project: "Also started directly, by the project’s",
    own: "Also started directly in a project, by",
    plugin: "Also started directly, by the plugin’s",
  },
  alsoDirectHint:
    "The agent also knows a server of this name from there, and starts that itself. Its requests bypass Countersign.",
  not: {
    placeholders:
      "The agent fills in parts of this entry (${…}) that are neither environment variables nor headers. Countersign can’t. Enter the values in the file first.",
    wrapped: "Another Countersign profile already reviews this server.",
    foreign:
      "Countersign doesn’t know how the agent reads this entry. Use “Connect another agent…” and enter it yourself.",
  },
  empty: {
    title: "No agents found",
    text: "Claude Code, Claude Desktop, Cursor, VS Code, Windsurf, Codex, opencode, Gemini CLI and Qwen Code are found by themselves. Connect another one, or create a program for a script that calls a model.",
  },
  dialog: {
    diff: "Changes to {{file}}",
    nothing: "Nothing has been changed yet.",
  },
  other: {
    title: "Other agents",
    made: "Created {{when}}",
    used: "In use",
    unused: shared.notUsedYet,
    removeHint:
      "Removing it ends its sessions. The agent can’t reach {{name}} with this entry again.",
    removed: "The entry for {{name}} was removed.",
  },
  connectDialog: {
    title: shared.connectAgent,
    intro:
      "For an agent that Countersign doesn’t find, or a program with an MCP client of its own. It reaches one of your servers through Countersign.",
    choose: "Choose a server",
    noServers: "Add a server first.",
    create: "Create entry",
    relay: "For an agent that starts programs",
    http: "For an agent that connects over HTTP",
    once: "The entry contains a token, which is shown only now. Paste one of the two into the agent’s config, then restart the agent.",
    noNode: "Without Node.js on this computer, only HTTP is available.",
    copyRelay: "the entry with the relay",
    copyHttp: "the entry with the address",
  },
} as const;

// The words of the room Agents.
export const agents = {
  measured: "Every state is measured on this computer.",
  directMeans: "means that Countersign doesn’t see it.",
  column: { agent: shared.agent, last: "Last request" },
  tools: "Built-in tools",
  toolsOf: "Review the built-in tools of {{name}}",
  callsOf: "Review the model calls of {{name}}",
  serverThrough: "{{name}} through Countersign",
  noServers: "No MCP server in {{name}}’s config.",
  review: shared.reviewAgent,
  state: {
    direct: shared.direct,
    outdated: "Not checked",
    unchecked: "Not seen yet",
    need: {
      node: "Needs Node.js",
      trust: "Not trusted yet",
      "trusted-folder": "Folder not trusted",
      restart: "Not restarted yet",
    },
    held: "Held",
    opens: "Opens if it times out",
    notHeld: "Not held",
    changed: "Changed",
    through: "{{used, number}} of {{count, number}}",
    noServers: shared.noneTitle,
    unused: shared.notUsedYet,
  },
  below: {
    notSetUp: "not set up",
    need: {
      node: "install version 20 or later",
      trust: "run /hooks in {{name}}",
      "trusted-folder": "trust it in {{name}}",
      restart: "restart {{name}}",
    },
    unchecked: "its first action is the check",
    checked: "checked {{at}}",
    seen: "seen {{at}}",
    opens: "its limit: {{limit}}",
    notHeld: "a check got past you",
    changed: "not as Countersign wrote it",
    through: "through Countersign",
    afterRestart: "after a restart",
    alsoDirect: "also started directly",
    noCall: "no call has come",
  },
  outdated: {
    version: "since the update to {{version}}",
    file: "since its files changed",
    hook: "since its hook changed",
  },
  tries: "{{held, number}} of {{count, number}} tries",
  check: "Check…",
  checkNow: "Check now",
  checkAgain: "Check again",
  comes: "Comes to you",
  unseen: {
    "claude-code": "Not seen: files that you mention with @.",
    codex:
      "Not seen: hosted tools, input to a command that already runs. Codex doesn’t say in which folder a command runs.",
    opencode: "Not seen: which server an MCP tool is from, and that a sub-agent calls a tool.",
    "gemini-cli": "Its own policy may ask you again after you allow an action here.",
    "qwen-code": "It doesn’t take edits: you allow or reject an action as it is.",
    "copilot-cli": "Not seen: its built-in GitHub server, until that is in a config file.",
    cursor: "Made from its documentation, not yet tried with it.",
    "vs-code": "Made from its documentation, not yet tried with it. It waits for 30 seconds.",
  },
  to: "to {{provider}}",
  whenOn: "When on, each turn is held at both gates.",
  limits: "Mode and limits…",
  files: "Files changed",
  changedLines_one: "{{count, number}} line changed",
  changedLines_other: "{{count, number}} lines changed",
  view: "View",
  viewOf: "View the changes to {{file}}",
  viewTitle: "What Countersign changed in {{name}}",
  undoes: "Undo changes back only these lines.",
  changed: {
    record:
      "Another program changed Countersign’s own record of this hook, or there is no keychain. Everything comes to you until you choose again.",
    "entry-gone": "The hook is gone from the config: actions bypass Countersign.",
    "entry-changed": "The hook in the config isn’t the one that Countersign wrote.",
    "hooks-off": "The config turns all hooks off: actions bypass Countersign.",
    script: "The hook’s script, or a file beside it, isn’t the one that Countersign wrote.",
    socket: "The hook doesn’t reach this Countersign.",
  },
  choice: {
    asked: "What it would ask you anyway",
    changes: "Commands and changes",
    everything: "Everything",
  },
  absent: { block: "Block", leave: "Let {{name}} ask" },
  dialog: {
    title: "Review what {{name}} does",
    recommended: "Recommended",
    absent: "If Countersign isn’t running",
  },
} as const;

// The words of Agents.
export const programs = {
  add: "New program…",
  list: "Programs",
  mode: { hold: "Hold everything", rules: "Rules decide", watch: shared.watch },
  modeHint: {
    hold: "Each request waits for you, at both gates.",
    rules: "In Rules mode, your rules approve or refuse. You decide the rest.",
    watch: "Requests pass at once, scanned and recorded. Budgets, limits and Stopped still apply.",
  },
  modeOf: "Mode of {{name}}",
  ofServer: "server {{name}}",
  modeBrief: { hold: "at both gates", rules: "in Rules mode", watch: "passes at once" },
  isExpired: "Expired",
  isRefused: "its token is refused",
  spent: {
    hour: "{{used}} of {{limit}} this hour",
    day: "{{used}} of {{limit}} today",
    month: "{{used}} of {{limit}} this month",
  },
  budgets: shared.budgets,
  use: "Use",
  requests_one: "{{count, number}} request",
  requests_other: "{{count, number}} requests",
  unused: "not used yet",
  used: "last used {{when}}",
  expires: "expires {{when}}",
  expired: "expired {{when}}: its token is refused",
  renew: "New token…",
  remove: shared.removeTitle,
  dialog: {
    new: "New program",
    create: "Create program",
    next: "Next: the lines to set where it starts.",
    more: "More options",
    options_zero: "budget, limits, models, redaction, expiry: none set",
    options_one: "budget, limits, models, redaction, expiry: {{count, number}} set",
    options_other: "budget, limits, models, redaction, expiry: {{count, number}} set",
    modeHint: {
      hold: "You approve request and response",
      rules: "The rest comes to you",
      watch: "Passes at once, is recorded",
    },
    redact: "Redact before a model gets the request",
    secrets: shared.secrets,
    personal: "Personal data",
    expiry: "Expires in days",
    expiryHint: "Leave empty for no expiry. An expired token is refused.",
    number: "Enter a number above zero, or leave it empty.",
  },
  token: {
    title: "Connect {{name}}",
    intro: "Set these where the program starts. It then calls models through Countersign.",
    lines: "Environment variables",
    once: "The token is shown only now. If you lose it, create a new one.",
  },
  confirm: {
    watch: {
      title: "Let requests from {{name}} through?",
      text: "Its requests and their responses pass without your approval in every mode but Stopped. They are scanned, counted against budgets and recorded; the audit log names this permission.",
      act: shared.watch,
    },
    renew: {
      title: "Create a new token for {{name}}?",
      text: "The old token is refused at once. Pending requests stay.",
      act: "Create new token",
    },
    remove: {
      title: "Remove {{name}}?",
      text: "Its token is refused at once. Its past requests stay in the history.",
      act: "Remove program",
    },
  },
  give: {
    open: "Give this server a model…",
    title: "Give {{name}} a model",
    intro:
      "For a server that calls a model’s API itself. These variables direct its calls to Countersign, with their own token. Its command then needs your approval again.",
    diff: "Environment before and after",
    act: "Set variables",
    address: "http://127.0.0.1:…",
  },
} as const;
