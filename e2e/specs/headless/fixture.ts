// A saved answer for what the demo server's tool `ask` asks of a model.
export const FIXTURE = {
  format: "countersign-fixture",
  version: 1,
  match: { ignore: ["_meta"] },
  request: {
    systemPrompt: "You are a helpful assistant.",
    temperature: 0,
    messages: [{ role: "user", content: { type: "text", text: "What is known?" } }],
    maxTokens: 64,
  },
  answer: {
    role: "assistant",
    model: "fixture",
    stopReason: "endTurn",
    content: { type: "text", text: "From a fixture." },
  },
};
