// The words of Servers › Programs.
import { shared } from "./common.ts";
export const programs = {
  tab: "Programs {{count, number}}",
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
    nameHint: "Shown on its requests, in rules and in the audit log.",
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
