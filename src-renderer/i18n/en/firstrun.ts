// The words of the first run.
export const firstrun = {
  label: "How to begin",
  title: "See one request through, start to finish",
  lead: "A server asks for a completion. You read it, change it if you like, and let a model answer, or answer yourself. You read the answer too. Only then does the server get it.",
  demo: {
    title: "Watch a request arrive",
    text: "Starts the server that comes with Countersign and calls its tool. Works without a key and without a network.",
    run: "Run the demo",
    busy: "Starting…",
  },
  model: {
    title: "Let a model answer",
    inside: "Inside Countersign",
    named_zero: "has {{model}}.",
    named_one: "has {{model}} and {{count, number}} more.",
    named_other: "has {{model}} and {{count, number}} more.",
    counted_one: "runs on this machine with {{count, number}} model.",
    counted_other: "runs on this machine with {{count, number}} models.",
    small: "A small model inside Countersign, {{size}}, {{licence}}, needs nothing else.",
    orSmall: "Or a small model inside Countersign, {{size}}, {{licence}}, needs nothing else.",
    byHand: "Or answer by hand.",
    choose: "Choose a model",
  },
  servers: {
    title: "Connect your own servers",
    found_one:
      "{{count, number}} found in the settings of {{programs}}. You see each command before it starts.",
    found_other:
      "{{count, number}} found in the settings of {{programs}}. You see each command before it starts.",
    text: "Paste the config that a server’s documentation shows, or fill in a form. You see each command before it starts.",
    look: "Look at them",
    open: "Open the servers",
  },
  other: "Any OpenAI-compatible address, with or without a key, can be added in",
  settings: "Settings, Models",
  stop: ".",
  keys: {
    encrypted: "Keys stay in the key store of this machine.",
    memory: "This system offers no key store, so keys are kept until you quit.",
  },
} as const;
