// What main itself says, in English: menu, tray, notifications, the system's dialogs.
import type { ActChannel } from "../../../src-shared/ipc/contract.ts";
import type { Decision } from "../../../src-shared/sampling/life/decision.ts";
import type { MasterSwitch } from "../../../src-shared/settings/settings.ts";

export const en = {
  menu: {
    file: "File",
    edit: "Edit",
    view: "View",
    window: "Window",
    help: "Help",
    inbox: "Inbox",
    palette: "Search or run a command",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    zoomReset: "Actual size",
    start: "Getting started",
    keys: "Keys",
  },
  tray: {
    review: "Review everything",
    rules: "Use rules",
    stopped: "Stopped",
    waiting: (n: number) =>
      n === 0 ? "No pending requests" : n === 1 ? "1 pending request" : `${n} pending requests`,
    open: "Open Countersign",
    quit: "Quit",
  },
  /** Said once, when the window is closed and Countersign stays. */
  inTray: {
    title: "Countersign is still running",
    text: "Requests still arrive. Open or quit it from its icon in the tray. Settings has a switch for this.",
  },
  quit: {
    message: (open: number) =>
      open === 1 ? "1 request is still open." : `${open} requests are still open.`,
    both: (open: number) =>
      open === 1
        ? "1 question of a server is still open."
        : `${open} requests and questions of servers are still open.`,
    detail: "Quitting ends each of them; its server gets an error that says so.",
    bothDetail:
      "Quitting ends each of them. A request gets an error that says so; a question is told that you made no choice.",
    stay: "Stay",
    quit: "Quit",
  },
  notStarted: {
    title: "Countersign cannot start",
    text: (folder: string, detail: string) =>
      `Its folder cannot be written:\n${folder}\n\n${detail}\n\nNothing was sent or changed. Make the folder writable, or start with --user-data-dir and another folder.`,
    foreign: (folder: string, owner: string) =>
      `Its folder belongs to another user (${owner}), who could read and change everything in it:\n${folder}\n\nNothing was read, sent or changed. Start with --user-data-dir and a folder of your own.`,
    opened: (folder: string, detail: string) =>
      `Something in its folder cannot be opened:\n${folder}\n\n${detail}\n\nNothing was sent. Put right what is named, or start with --user-data-dir and another folder.`,
  },
  notify: {
    arrived: (waiting: number, server: string) =>
      waiting === 1 ? `${server} asks for a completion` : `${waiting} pending requests`,
    window: { hour: "the hour’s", day: "the day’s", month: "the month’s" },
    budget: (server: string | null, window: string, percent: number) =>
      `${server ?? "All servers"}: ${percent}% of ${window} budget is used`,
  },
  /** A call that main asks about before it is made. */
  calls: {
    why: "No key, button or touch that asks for this has reached Countersign. Go on only if you asked for it in another way, such as by a screen reader.",
    ask: (act: string) => `${act}?`,
    cancel: "Cancel",
    go: "Go on",
    announce: (approved: number, rejected: number) =>
      `Send requests to a model: ${approved}. Reject: ${rejected}`,
    decisions: {
      "approve-request": "Send a request to a model",
      "approve-candidates": "Send a request to several models",
      "answer-by-hand": "Answer a request by hand",
      "approve-response": "Send a response to its server",
      "back-to-request": "Take a request back to its first step",
      reject: "Reject a request",
    } satisfies Record<Decision["kind"], string>,
    switch: {
      review: "Let requests come again; you review each",
      rules: "Let the rules decide what they may",
      stopped: "Stop everything",
    } satisfies Record<MasterSwitch, string>,
    acts: {
      "desk.refuseAll": "Refuse everything that waits",
      "desk.refuseUnrecorded": "Refuse everything that waits, unrecorded",
      "desk.moreRounds": "Allow a call more rounds with tools",
      "ledger.retry": "Try to write the record again",
      "network.set": "Change the proxy and network settings",
      "network.pickCertificate": "Trust a further certificate",
      "network.dropCertificate": "Stop trusting a certificate",
      "local.configure": "Change the settings of a local model",
      "settings.set": "Change settings",
      "history.forget": "Forget the content of requests for good",
      "history.replay": "Hold an earlier request anew",
      "history.paste": "Hold a pasted request",
      "history.callAgain": "Make an earlier call again",
      "servers.fine": "Accept who a server is now",
      "keeping.run": "Delete content whose time is over",
      "limits.raise": "Raise a limit",
      "models.addProvider": "Add a model provider",
      "models.updateProvider": "Change a model provider",
      "models.tryProvider": "Try a model provider with its key",
      "models.removeProvider": "Remove a model provider",
      "models.restoreProvider": "Bring a removed provider back",
      "models.enable": "Switch a model on or off",
      "models.enableMany": "Switch models on or off",
      "models.setDefault": "Choose another default model",
      "models.override": "Change what is known of a model",
      "models.pickFile": "Add a model from a file",
      "models.removeFile": "Remove a local model",
      "models.download": "Download a model",
      "fixtures.pickFolder": "Choose the folder of canned answers",
      "fixtures.read": "Read the canned answers again",
      "fixtures.accept": "Let the changed canned answers hold",
      "fixtures.switch": "Answer a server with canned answers",
      "fixtures.atStart": "Answer a server with canned answers from each start on",
      "rules.save": "Change the rules",
      "rules.accept": "Let the changed rules file hold",
      "rules.decideWaiting": "Let the rules decide what waits",
      "rules.reveal": "Show the rules file in its folder",
      "servers.add": "Add servers",
      "servers.update": "Change a server",
      "servers.remove": "Remove a server",
      "servers.bringBack": "Restore a removed server",
      "servers.enable": "Switch a server on",
      "servers.policy": "Change what a server may do",
      "servers.connect": "Connect a server",
      "servers.confirm": "Start the command of a server",
      "servers.signIn": "Sign in to a server",
      "servers.trafficClear": "Clear the traffic of a server",
      "calls.start": "Call a server",
      "calls.logLevel": "Change what a server logs",
      "elicitations.answer": "Answer a question of a server",
      "demo.run": "Run the demo",
      "app.setLoginItem": "Change whether Countersign starts at login",
      "app.paste": "Paste from the clipboard",
    } satisfies Record<
      Exclude<ActChannel, "desk.decide" | "desk.announce" | "desk.switch">,
      string
    >,
  },
};

export type Words = typeof en;
