// The words of Servers › Hosts.
export const hosts = {
  tabs: "Servers or hosts",
  servers: "Your servers {{count, number}}",
  tab: "Hosts {{count, number}}",
  tabNone: "Hosts",
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
    undo: "Undo at any time in Servers › Hosts. Only these entries are restored.",
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
