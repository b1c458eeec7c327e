// The words of hosts and programs.
import { shared } from "./common.ts";

// The words of Agents.
export const hosts = {
  intro:
    "Programs on this computer that start MCP servers. Until you change a host’s config file here, its servers bypass Countersign.",
  addFile: "Open config file…",
  connect: "Connect another host…",
  where_one: "{{file}} · {{count, number}} server",
  where_other: "{{file}} · {{count, number}} servers",
  list: "Servers of {{program}}",
  wrap: "Review through Countersign…",
  undo: "Undo…",
  state: {
    direct: "Direct",
    "after-restart": "After restart",
    through: "Through Countersign",
    drifted: "Changed in the file",
    off: "Off in the host",
  },
  stateHint: {
    direct: "The host starts this server itself.",
    "after-restart": "Restart the host. Until you do, open sessions bypass Countersign.",
    through: "The host has used this server through Countersign.",
    drifted:
      "The file was changed after Countersign edited it, so the host starts this server itself again.",
  },
  sessions_one: "{{count, number}} session",
  sessions_other: "{{count, number}} sessions",
  uses: "Uses “{{name}}”",
  usedBy: {
    title: "Used by hosts",
    unseen:
      "A host’s command line (Claude Code’s --mcp-config), plugins of other hosts than Claude Code and the settings that a company manages aren’t seen here: servers named there bypass Countersign.",
  },
  session: { unnamed: "A host without a name yet", since: "since {{at}}" },
  alsoDirect: {
    project: "Also started directly, by the project’s",
    own: "Also started directly in a project, by",
    plugin: "Also started directly, by the plugin’s",
  },
  alsoDirectHint:
    "The host also knows a server of this name from there, and starts that itself. Its requests bypass Countersign.",
  not: {
    placeholders:
      "The host fills in parts of this entry (${…}) that are neither environment variables nor headers. Countersign can’t. Enter the values in the file first.",
    wrapped: "Another Countersign profile already reviews this server.",
    foreign:
      "Countersign doesn’t know how the host reads this entry. Use “Connect another host…” and enter it yourself.",
  },
  empty: {
    title: "No hosts found",
    text: "Claude Code, Claude Desktop, Cursor, VS Code, Windsurf, Codex, opencode, Gemini CLI and Qwen Code are detected automatically. For a project’s own config file, choose “Open config file…”.",
  },
  dialog: {
    title: "Review {{program}}’s servers through Countersign",
    intro:
      "{{program}} will start Countersign’s relay instead of the servers you choose, and Countersign starts them. Their requests then appear in your inbox.",
    choose: "Servers to review",
    diff: "Changes to {{file}}",
    backup: "The current file is saved as {{file}}.",
    restart: "Then restart {{program}}. Until you do, open sessions bypass Countersign.",
    undo: "Undo at any time in Agents. Only these entries are restored.",
    without:
      "If Countersign isn’t running, the relay starts it. If that fails, the servers don’t start.",
    nothing: "Nothing has been changed yet.",
    apply: "Change config file",
    done_one: "{{program}} now starts {{count, number}} server through Countersign. Restart it.",
    done_other: "{{program}} now starts {{count, number}} servers through Countersign. Restart it.",
  },
  other: {
    title: "Other hosts",
    list: "Entries for other hosts",
    made: "Created {{when}}",
    used: "In use",
    unused: "Not used yet",
    removeHint: "Ends its sessions. The host can’t reach {{name}} with this entry again.",
    removed: "The entry for {{name}} was removed.",
  },
  connectDialog: {
    title: "Connect another host",
    intro:
      "For a host that Countersign doesn’t find, or a program with an MCP client of its own. The host reaches one of your servers through Countersign.",
    choose: "Choose a server",
    noServers: "Add a server first.",
    create: "Create entry",
    relay: "For a host that starts programs",
    http: "For a host that connects over HTTP",
    once: "The entry contains a token, which is shown only now. Paste one of the two into the host’s config, then restart the host.",
    noNode: "Without Node.js on this computer, only HTTP is available.",
    copyRelay: "the entry with the relay",
    copyHttp: "the entry with the address",
  },
  undoDialog: {
    title: "Undo the changes to {{program}}’s config?",
    intro: "{{program}} starts these servers itself again. Their requests are no longer reviewed.",
    apply: "Undo changes",
    done: "{{program}} starts its servers itself again. Restart it.",
  },
} as const;

// The words of what agents do with their own tools.
export const agents = {
  tools: "Built-in tools",
  toolsOf: "Built-in tools of {{name}}",
  direct: "Commands and edits bypass Countersign",
  setUp: "Set up…",
  setUpOf: "Set up the built-in tools of {{name}}…",
  changeOf: "Change what of {{name}} comes to you…",
  undoOf: "Undo the hook of {{name}}…",
  state: {
    unheard: "Set up, not seen yet",
    untrusted: "Not trusted yet",
    held: "Held since {{at}}",
    changed: "Changed",
  },
  unheardHint: "Restart {{name}}. Its first action shows whether the hook works.",
  untrustedHint:
    "Codex skips a new or changed hook without a word until you trust it: start codex, type /hooks, and trust Countersign’s entries. Until then its actions bypass Countersign.",
  needsNode:
    "{{name}} starts Countersign’s hook with Node.js, which isn’t on this computer. Install Node.js 20 or later, then look again.",
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
  choiceHint: {
    asked: "{{name}}’s own rules first; what they let through is recorded.",
    changes:
      "Also those that {{name}}’s own settings allow. Reads, searches and fetches pass and are recorded.",
    everything: "Every read, search and fetch, too.",
  },
  absent: { block: "Block", leave: "Let {{name}} ask" },
  dialog: {
    title: "Review what {{name}} does",
    intro:
      "{{name}} tells Countersign what it is about to do with its own tools. You choose what waits for you.",
    actions: "What comes to you",
    recommended: "Recommended",
    absent: "If Countersign isn’t running",
    apply: "Change 1 file",
    creates: "{{file}} doesn’t exist yet and is created. Undo removes it.",
    restart: "Then restart {{name}}. Undo at any time in Agents.",
    opens: "If the hook is killed or hangs, {{name}} runs the action without you.",
    done: "{{name}} now asks Countersign. Restart it.",
  },
  undoDialog: {
    title: "Undo the hook of {{name}}?",
    intro: "What {{name}} does with its own tools no longer comes to you.",
    done: "{{name}} no longer asks Countersign. Restart it.",
  },
} as const;

// The words of Agents.
export const programs = {
  add: "New program…",
  intro:
    "Programs, agents and scripts that call a model themselves. They use Countersign’s address instead of their provider’s; the real API key stays here.",
  list: "Programs",
  empty: {
    title: "No programs yet",
    text: "Create one, then set its environment variables where the program starts. Its requests appear in your inbox.",
  },
  mode: { hold: "Hold everything", rules: "Rules decide", watch: shared.watch },
  modeHint: {
    hold: "Each request waits for you, at both gates.",
    rules: "In Rules mode, your rules approve or refuse. You decide the rest.",
    watch: "Requests pass at once, scanned and recorded. Budgets, limits and Stopped still apply.",
  },
  modeOf: "Mode of {{name}}",
  ofServer: "server {{name}}",
  requests_one: "{{count, number}} request",
  requests_other: "{{count, number}} requests",
  unused: "not used yet",
  used: "last used {{when}}",
  expires: "expires {{when}}",
  expired: "expired {{when}}: its token is refused",
  budget: { hour: "${{usd}} per hour", day: "${{usd}} per day", month: "${{usd}} per month" },
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
