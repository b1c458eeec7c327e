// What a model’s provider does not accept, and what is not sent to it.
export const fit = {
  title: "Not sent to the model",
  none: "Everything in this request is sent to the model.",
  messages_one: "Extra fields on {{count, number}} message",
  messages_other: "Extra fields on {{count, number}} messages",
  blocks_one: "Extra fields on {{count, number}} content block",
  blocks_other: "Extra fields on {{count, number}} content blocks",
  tools_one: "Extra fields on {{count, number}} tool",
  tools_other: "Extra fields on {{count, number}} tools",
  request: "Fields that no protocol version defines",
  dialectParts: "Parts that this provider’s API doesn’t have",
  providerTools: "Tools that would run at the provider, where you can’t review them",
  metadataSet: "Metadata that would override what you approve",
  metadataValue: "Metadata with a value that isn’t allowed",
  metadataUnknown: "Metadata not known to be safe for providers",
  toolErrors_one: "Error flag of {{count, number}} tool result; its text is sent",
  toolErrors_other: "Error flags of {{count, number}} tool results; their text is sent",
  toolSchemas_one:
    "Missing input schema of {{count, number}} tool: sent as a tool without arguments",
  toolSchemas_other:
    "Missing input schemas of {{count, number}} tools: sent as tools without arguments",
  toolBlocks_one:
    "Boundaries between text blocks in {{count, number}} tool result: sent as one text, one line each",
  toolBlocks_other:
    "Boundaries between text blocks in {{count, number}} tool results: sent as one text, one line each",
  toolIds_one: "{{count, number}} tool call ID: rewritten for this provider",
  toolIds_other: "{{count, number}} tool call IDs: rewritten for this provider",
  unsigned_one:
    "Model signature of {{count, number}} tool call: the model is told to skip its check",
  unsigned_other:
    "Model signatures of {{count, number}} tool calls: the model is told to skip their check",
  stopSequences_one: "{{count, number}} stop sequence: not supported by this model",
  stopSequences_other: "{{count, number}} stop sequences: not supported by this model",
  temperature: "Temperature: not supported by this model",
  temperatureMax: "Temperature above {{max, number}}: sent as {{max, number}}",
  lastSpace: "Trailing space in the assistant’s last text",
  toolChoice: "Tool choice: there are no tools",
  parallel: "One tool call at a time: not supported by this provider",
  pass: "Pass on metadata",
  passHint:
    "As options for {{provider}}, separate from the conversation. Only fields known to be safe.",
  passNot: "{{provider}} doesn’t accept options from servers.",
  adds: "Countersign adds to the request",
  warnings: "Left out by the provider’s adapter",
  off: "{{model}} can’t take this request:",
  offNext: "Choose another model, or remove it.",
  misfit: {
    role: "unsupported role",
    user: "unsupported in user messages:",
    assistant: "unsupported in assistant messages:",
    "tool-result": "unsupported in tool results:",
    "tool-name": "two tools are named",
    "tool-name-form": "unsupported tool name",
    "tool-choice": "unsupported tool choice",
    "media-type": "unsupported type",
    "without-tools": "unsupported unless tools can be called:",
  },
} as const;
