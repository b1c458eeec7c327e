// The words of the start page.
export const firstrun = {
  open: "Getting started",
  title:
    "Countersign holds the requests your MCP servers make until you’ve read and approved them.",
  done: {
    title: "That was both gates. Now with your own traffic.",
    text: "You approved the request, read the response, and sent it.",
    history: "See it in History",
  },
  demo: {
    text: "One request through both gates, in a minute. No account, no key, no network.",
    server: "Demo server",
    to: "you, or a model",
    run: "Run the demo",
    busy: "Starting…",
  },
  servers: {
    title: "Add your own servers",
    found_one: "Found {{count, number}} in {{programs}}. You review each command before it runs.",
    found_other: "Found {{count, number}} in {{programs}}. You review each command before it runs.",
    text: "Countersign connects to them as a client. You run their tools in the Workbench.",
    yours: "your server",
    requests: "its sampling requests",
  },
  model: {
    title: "Let a model respond",
    inside: "Built-in model",
    named_zero: "has {{model}}.",
    named_one: "has {{model}} and {{count, number}} more.",
    named_other: "has {{model}} and {{count, number}} more.",
    counted_one: "runs on this computer with {{count, number}} model.",
    counted_other: "runs on this computer with {{count, number}} models.",
    small: "A small built-in model, {{size}}, {{licence}}, needs nothing else.",
    orSmall: "Or a small built-in model, {{size}}, {{licence}}, needs nothing else.",
    byHand: "You can always answer by hand.",
    choose: "Choose a model…",
    yours: "your model",
    response: "a response to review",
  },
  sees: "Countersign sees only what passes through it: the servers you add here.",
  rest: "Other programs still connect directly to their own servers and models.",
} as const;
