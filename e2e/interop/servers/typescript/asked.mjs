// What the small TypeScript servers ask and return, with either generation of the SDK.

export const TOOLS = [
  {
    name: "add",
    description: "Adds two whole numbers.",
    inputSchema: {
      type: /** @type {const} */ ("object"),
      properties: { a: { type: "integer" }, b: { type: "integer" } },
      required: ["a", "b"],
    },
  },
];

/**
 * @param {string} prompt
 * @param {number} [maxTokens]
 */
export const question = (prompt, maxTokens = 200) => ({
  messages: [
    {
      role: /** @type {const} */ ("user"),
      content: { type: /** @type {const} */ ("text"), text: prompt },
    },
  ],
  systemPrompt: "You are brief.",
  temperature: 0.7,
  maxTokens,
});

/**
 * A tool's text result.
 * @param {unknown} value
 */
export const says = (value) => ({
  content: [
    {
      type: /** @type {const} */ ("text"),
      text: typeof value === "string" ? value : JSON.stringify(value),
    },
  ],
});

/**
 * The text of a sampling result, wherever it is.
 * @param {unknown} result
 */
export function textOf(result) {
  const content = Reflect.get(Object(result), "content");
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.map((block) => String(Reflect.get(Object(block), "text") ?? "")).join("");
}

/**
 * What a tool returns for a failed sampling request: the code and the message.
 * @param {unknown} error
 */
export const failed = (error) => ({
  ...says({
    code: Reflect.get(Object(error), "code"),
    message: String(Reflect.get(Object(error), "message")),
  }),
  isError: true,
});

/**
 * Answers a tool use of `add`: the messages of the next turn.
 * @param {unknown} content of the request's result
 */
export function toolTurn(content) {
  const blocks = Array.isArray(content) ? content : [content];
  const used = blocks.filter((block) => block?.type === "tool_use");
  return {
    used,
    results: used.map(({ id, input }) => ({
      type: /** @type {const} */ ("tool_result"),
      toolUseId: String(id),
      content: [
        { type: /** @type {const} */ ("text"), text: String(Number(input.a) + Number(input.b)) },
      ],
    })),
  };
}
