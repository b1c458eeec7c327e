// Main's own texts in English: menu, tray, notifications, system dialogs.
import type { ActChannel } from "#shared/contract/contract.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";

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
    keys: "Keyboard shortcuts",
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
  /** Shown once, when the window is closed and Countersign keeps running. */
  inTray: {
    title: "Countersign is still running",
    text: "Requests still arrive. Open or quit it from the tray icon. You can change this in Settings.",
  },
  quit: {
    message: (open: number) =>
      open === 1 ? "1 request is still open." : `${open} requests are still open.`,
    detail: "If you quit, each server is told: Countersign is closing.",
    stay: "Cancel",
    quit: "Quit",
  },
  /** The window's title, where the package is only for trying. */
  notForRelease: "Countersign (not for release)",
  notStarted: {
    title: "Countersign can’t start",
    text: (folder: string, detail: string) =>
      `The profile folder can’t be written:\n${folder}\n\n${detail}\n\nNothing was sent or changed. Make the folder writable, or start Countersign with --user-data-dir and another folder.`,
    foreign: (folder: string, owner: string) =>
      `The profile folder belongs to another user (${owner}), who can read and change everything in it:\n${folder}\n\nNothing was read, sent or changed. Start Countersign with --user-data-dir and your own folder.`,
    shared: (folder: string, mode: string) =>
      `Others can write to the profile folder (mode ${mode}):\n${folder}\n\nNothing was read, sent or changed. Run chmod go-w on the folder if you trust everyone who could write to it so far, or start Countersign with --user-data-dir and another folder.`,
    inUse: (folder: string) =>
      `Another Countersign is using the profile folder, perhaps countersign serve:\n${folder}\n\nNothing was sent or changed. End the other one first, or start Countersign with --user-data-dir and another folder.`,
    opened: (folder: string, detail: string) =>
      `Something in the profile folder can’t be opened:\n${folder}\n\n${detail}\n\nNothing was sent. Fix the problem above, or start Countersign with --user-data-dir and another folder.`,
  },
  notify: {
    arrived: (waiting: number, server: string) =>
      waiting === 1 ? `Request from “${server}”` : `${waiting} pending requests`,
    window: { hour: "hourly", day: "daily", month: "monthly" },
    budget: (server: string | null, window: string, percent: number) =>
      `${server ?? "All servers"}: ${percent}% of the ${window} budget used`,
  },
  /** What the browser shows after signing in to a server. */
  browser: {
    done: "Countersign received the response. You can close this page.",
    foreign:
      "This response doesn’t belong to the sign-in that Countersign is waiting for. Nothing in it was used, and Countersign is still waiting. If you just signed in, go back to Countersign and open the address shown there.",
  },
  /** Shown by the confirmation dialog for a call. */
  calls: {
    why: "Countersign received no key press, click or touch for this. Continue only if you asked for it another way, such as with a screen reader.",
    ask: (act: string) => `${act}?`,
    cancel: "Cancel",
    go: "Continue",
    announce: (approved: number, rejected: number) =>
      `Approve ${approved} and reject ${rejected} requests`,
    decisions: {
      "approve-request": "Send a request to a model",
      "approve-candidates": "Send a request to several models",
      "answer-by-hand": "Answer a request by hand",
      "send-provider-error": "Send a provider’s error to a program",
      respond: "Respond to a request",
      "approve-response": "Send a response to the server",
      "approve-result": "Send a tool’s result to the agent",
      "back-to-request": "Return a request to gate 1",
      reject: "Reject a request",
    } satisfies Record<Decision["kind"], string>,
    switch: {
      review: "Switch to Review mode",
      rules: "Switch to Rules mode",
      stopped: "Stop everything",
    } satisfies Record<MasterSwitch, string>,
    acts: {
      "desk.refuseAll": "Refuse everything pending",
      "desk.refuseUnrecorded": "Refuse everything pending, without recording it",
      "desk.moreRounds": "Allow a call more tool rounds",
      "ledger.retry": "Retry writing the audit log",
      "network.set": "Change the proxy and network settings",
      "network.pickCertificate": "Trust another certificate",
      "network.dropCertificate": "Stop trusting a certificate",
      "local.configure": "Change the settings of a local model",
      "settings.set": "Change settings",
      "history.delete": "Permanently delete the content of requests",
      "history.replay": "Replay a past request",
      "history.paste": "Review a pasted request",
      "history.callAgain": "Run a past call again",
      "agents.setUp": "Set up an agent: change its config files",
      "agents.check": "Run an agent to check whether its tools are held",
      "agents.undo": "Undo the changes to an agent’s config files",
      "hosts.connect": "Give an agent access to a server",
      "hosts.disconnect": "Remove an agent’s access",
      "programs.add": "Create a program",
      "programs.update": "Change a program",
      "programs.pass": "Let a tool call of a program pass",
      "programs.renew": "Create a new token for a program",
      "programs.remove": "Remove a program",
      "programs.accept": "Accept a program’s prompt and tools",
      "programs.deleteAccepted": "Delete what was accepted of a program",
      "programs.give": "Give a server a model",
      "servers.acceptIdentity": "Accept a server’s current identity",
      "retention.run": "Delete expired content",
      "limits.raise": "Raise a limit",
      "models.addProvider": "Add a model provider",
      "models.updateProvider": "Change a model provider",
      "models.tryProvider": "Try a model provider with its key",
      "models.removeProvider": "Remove a model provider",
      "models.restoreProvider": "Restore a removed model provider",
      "models.enable": "Turn a model on or off",
      "models.enableMany": "Turn models on or off",
      "models.setDefault": "Change the default model",
      "models.override": "Change the details of a model",
      "models.pickFile": "Add a model from a file",
      "models.removeFile": "Remove a local model",
      "models.download": "Download a model",
      "fixtures.pickFolder": "Choose the fixtures folder",
      "fixtures.read": "Reload the fixtures",
      "fixtures.accept": "Accept the changed fixtures",
      "fixtures.switch": "Respond to a server with fixtures",
      "rules.save": "Change the rules",
      "rules.accept": "Accept the changed rules file",
      "rules.decideWaiting": "Let rules decide pending requests",
      "rules.reveal": "Show the rules file in its folder",
      "servers.add": "Add servers",
      "servers.addFound": "Add servers",
      "servers.update": "Change a server",
      "servers.remove": "Remove a server",
      "servers.bringBack": "Restore a removed server",
      "servers.enable": "Turn on a server",
      "servers.policy": "Change a server’s permissions and limits",
      "servers.connect": "Connect a server",
      "servers.confirm": "Approve a server’s command or address",
      "servers.signIn": "Sign in to a server",
      "servers.acceptIssuer": "Accept a server’s issuer",
      "servers.trafficClear": "Clear a server’s traffic",
      "calls.start": "Send a call to a server",
      "calls.logLevel": "Change a server’s log level",
      "demo.run": "Run the demo",
      "team.join": "Join a team",
      "team.leave": "Leave the team",
      "team.setMode": "Stop or resume the team",
      "team.setPolicy": "Change the team’s rules and budgets",
      "team.setUp": "Set up the team’s database",
      "app.setLoginItem": "Change whether Countersign starts at login",
      "updates.look": "Look for an update",
      "updates.download": "Download the update",
      "updates.install": "Install the update and restart",
      "app.paste": "Paste from the clipboard",
    } satisfies Record<
      Exclude<ActChannel, "desk.decide" | "desk.announce" | "desk.switch">,
      string
    >,
  },
};

export type Words = typeof en;
