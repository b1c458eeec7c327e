// The words of limits and budgets: their fields, what a reached one says, how it is raised.
export const limits = {
  name: {
    perMinute: "Requests a minute",
    burst: "Of these at once",
    waiting: "Requests waiting at once",
    waitMs: "Longest wait for you",
    perCall: "Requests under one call",
    toolRounds: "Rounds with tools under one call",
    requestBytes: "Size of a request",
    mediumBytes: "Size of an image or sound",
    textCharacters: "Characters of text in a request",
    messages: "Messages in a request",
  },
  unit: { bytes: "MiB", minutes: "minutes" },
  none: "empty: no limit",
  burstHint: "empty: all of them",
  hint: "A request beyond a limit is refused with its own code, and a flood is one row that counts. Nothing is ever approved by a clock: after the longest wait a request is refused, and each gate begins a new one.",
  budget: { tokens: "Tokens that models may take", usd: "Money that models may cost" },
  window: { hour: "Within an hour", day: "A day", month: "A month" },
  budgetOf: {
    tokens: { hour: "Tokens within an hour", day: "Tokens a day", month: "Tokens a month" },
    usd: { hour: "USD within an hour", day: "USD a day", month: "USD a month" },
  },
  budgetHint:
    "Prompts and answers together, as the providers count them; what runs counts with the most that it may take. An hour is the last 60 minutes; day and month are those of the calendar, by this machine’s clock. Once a budget is used up, new requests are refused until there is room; you are told before an approval goes beyond it, rules never do. Where no price is known, money cannot be counted: you are asked, whatever a rule says.",
  all: {
    title: "All servers together",
    intro:
      "Requests a minute, waiting ones and budgets hold for all servers together, the others for each of them. Where a server has a limit of its own, the stricter one holds.",
    save: "Save limits",
    saved: "These hold now.",
  },
  sum: {
    burst: "{{burst}} at once",
    wait: "Refused after {{time}} without you",
    noWait: "Waits for you without end",
    perCall: "{{most}} requests under one call",
    budgets: "Budgets: {{what}}",
    noBudgets: "No budget",
    amount: "{{amount}} {{window}}",
    tokens: "{{amount}} tokens",
    window: { hour: "an hour", day: "a day", month: "a month" },
  },
} as const;
