// Answers while they come, what a model thought, several candidates for one request, refining one.
export const candidates = {
  reasoning: {
    title: "Reasoning",
    size_one: "{{count, number}} character",
    size_other: "{{count, number}} characters",
    withheld: "the provider keeps its words to itself",
    apart: "kept in the record, never sent to the server",
    label: "Reasoning of the model",
    arriving: "Reasoning, arriving",
  },
  /** Of an attempt that is approved and not asked yet. */
  waits: "waits, turn {{place}}",
  withdrawn: "never asked",
  atOnce: {
    label: "Candidates at once",
    words: "Answers generated at once for one request",
    hint: "Further ones that you approve wait for their turn. Each request counts by itself.",
  },
  arriving: {
    call: "tool use, arriving",
    label: "Arguments of {{name}}, arriving",
  },
} as const;
