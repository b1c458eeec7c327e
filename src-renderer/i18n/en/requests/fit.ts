// What a model's provider cannot take, and what it is not told.
export const fit = {
  title: "Not told to the model",
  none: "Everything in this request is told to the model.",
  metadata: "Metadata",
  messages_one: "Members of {{count, number}} message",
  messages_other: "Members of {{count, number}} messages",
  blocks_one: "Members of {{count, number}} block",
  blocks_other: "Members of {{count, number}} blocks",
  tools_one: "Members of {{count, number}} tool",
  tools_other: "Members of {{count, number}} tools",
  request: "Members that no revision names",
  metadataSet: "Metadata that would replace what you approve",
  metadataValue: "Metadata whose value is not among those passed on",
  metadataUnknown: "Metadata that is not known to be harmless at a provider",
  toolErrors_one: "What {{count, number}} tool result says of an error; its text is told",
  toolErrors_other: "What {{count, number}} tool results say of errors; their texts are told",
  toolSchemas_one:
    "That {{count, number}} tool came without an input schema: the model is told that it takes no arguments",
  toolSchemas_other:
    "That {{count, number}} tools came without an input schema: the model is told that they take no arguments",
  toolBlocks_one:
    "Where one text of {{count, number}} tool result ends: they become one text, a line each",
  toolBlocks_other:
    "Where one text of {{count, number}} tool results ends: they become one text, a line each",
  toolIds_one: "{{count, number}} id of a tool call: it is spelled otherwise for this provider",
  toolIds_other:
    "{{count, number}} ids of tool calls: they are spelled otherwise for this provider",
  unsigned_one:
    "The model’s own signature of {{count, number}} tool call: it is told not to look for it",
  unsigned_other:
    "The model’s own signatures of {{count, number}} tool calls: it is told not to look for them",
  stopSequences_one: "{{count, number}} stop sequence: this model takes none",
  stopSequences_other: "{{count, number}} stop sequences: this model takes none",
  temperature: "The temperature: this model takes none",
  temperatureMax: "The temperature above {{max, number}}: {{max, number}} is sent",
  lastSpace: "Space at the end of the assistant’s last text",
  toolChoice: "The tool choice, since there are no tools",
  parallel: "One tool call at a time: this provider has no such switch",
  pass: "Pass the metadata on",
  passHint:
    "As options of {{provider}}, beside the conversation. Only members that are known to be harmless.",
  passNot: "{{provider}} takes no options of a server’s.",
  adds: "The desk adds to the request",
  warnings: "The provider’s adapter left out",
  off: "{{model}} cannot be asked this:",
  offNext: "Choose another model, or take it out.",
  misfit: {
    role: "no place for the role",
    user: "no place in a user’s message for",
    assistant: "no place in an assistant’s message for",
    "tool-result": "no place in a tool’s result for",
    "tool-name": "two tools are named",
    "tool-name-form": "no tool there can be named",
    "tool-choice": "no such tool choice as",
    "media-type": "it does not take the type",
    "without-tools": "unless tools are offered and may be called, no place for",
  },
} as const;
