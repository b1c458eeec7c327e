// Responses while they are generated, a model’s reasoning and several candidates for one request.
export const candidates = {
  reasoning: {
    title: "Reasoning",
    withheld: "not shared by the provider",
    apart: "kept in the audit log, never sent to the server",
    otherDialect: "kept in the audit log; not sent, as the provider speaks another dialect",
    label: "Model reasoning",
    arriving: "Reasoning, in progress",
  },
  /** Of an attempt that is approved and not sent yet. */
  waits: "number {{place}} in queue",
  withdrawn: "never sent",
  atOnce: {
    label: "Parallel candidates",
    words: "Responses generated in parallel for one request",
    hint: "Additional candidates are queued. The limit applies to each request.",
  },
  waitsLong: "Approved, number {{place}} in the queue. Nothing has been sent to the model yet.",
  running: "generating",
  chosen: "chosen",
  choose: "Choose",
  refinedFrom: "refined from {{number}}",
  otherRequest: "different request",
  more: "More responses",
  generate: "Generate {{count, number}}",
  alsoWith: "Also with {{model}}",
  actions: "Response actions",
  stopAll: "Stop all {{count, number}}",
  diff: {
    mine: "this response, as it would be sent",
    to: "with",
    legend: "− first · + second",
  },
  all: { in: "In", out: "Out" },
  arriving: {
    call: "tool call, in progress",
    label: "Arguments of {{name}}, in progress",
  },
} as const;
