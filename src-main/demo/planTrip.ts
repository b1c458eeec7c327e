// The demo server's tool loop: offers two tools with a sampling request, runs the model's tool calls, and asks again.
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type {
  CallToolResult,
  CreateMessageRequest,
  CreateMessageResultWithTools,
  SamplingMessage,
  Tool,
  ToolResultContent,
  ToolUseContent,
} from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { ask, failedResult, reporter, toolResult, type CallContext } from "./ask.ts";
import { calculate } from "./calculate.ts";
import { CITY_NAMES, climateOf } from "./climate.ts";
import { ASKS_A_MODEL, FACTS_SCHEMA } from "./simpleTools.ts";

/** The most sampling requests that one call of `plan_trip` sends. */
export const MAX_TURNS = 5;

/** Tools offered to the model. They run in this server, never in the client. */
export const OFFERED_TOOLS: Tool[] = [
  {
    name: "weather",
    title: "Usual weather",
    description: `The usual weather of a city in a month: mean temperature in °C and rain in mm. Knows ${CITY_NAMES.join(", ")}.`,
    inputSchema: {
      type: "object",
      properties: {
        city: { type: "string", description: "Name of the city in English" },
        month: { type: "integer", minimum: 1, maximum: 12, description: "Month, 1 to 12" },
      },
      required: ["city", "month"],
      additionalProperties: false,
    },
  },
  {
    name: "calculator",
    title: "Calculator",
    description: "Evaluates an expression of numbers, + - * / and brackets.",
    inputSchema: {
      type: "object",
      properties: {
        expression: { type: "string", description: "For example (120 + 35) * 3" },
      },
      required: ["expression"],
      additionalProperties: false,
    },
  },
];

const WEATHER_INPUT = z.object({ city: z.string(), month: z.number().int().min(1).max(12) });
const CALCULATOR_INPUT = z.object({ expression: z.string() });

/** Runs a tool call of the model. Invalid input becomes an error result for the model. */
export function runTool(use: ToolUseContent): ToolResultContent {
  switch (use.name) {
    case "weather": {
      const input = WEATHER_INPUT.safeParse(use.input);
      if (!input.success) return answered(use, z.prettifyError(input.error), true);
      const climate = climateOf(input.data.city, input.data.month);
      if (climate === null) {
        const known = CITY_NAMES.join(", ");
        return answered(use, `No weather is known for ${input.data.city}. Known: ${known}.`, true);
      }
      return {
        ...answered(use, JSON.stringify(climate), false),
        structuredContent: { ...climate },
      };
    }
    case "calculator": {
      const input = CALCULATOR_INPUT.safeParse(use.input);
      if (!input.success) return answered(use, z.prettifyError(input.error), true);
      const calculation = calculate(input.data.expression);
      return "problem" in calculation
        ? answered(use, `Not evaluated: ${calculation.problem}.`, true)
        : answered(use, String(calculation.value), false);
    }
    default:
      return answered(use, `There is no tool named ${use.name}.`, true);
  }
}

function answered(use: ToolUseContent, text: string, isError: boolean): ToolResultContent {
  return {
    type: "tool_result",
    toolUseId: use.id,
    content: [{ type: "text", text }],
    ...(isError ? { isError } : {}),
  };
}

/** Registers `plan_trip` on `server`. */
export function registerPlanTrip(server: McpServer): void {
  server.registerTool(
    "plan_trip",
    {
      title: "Plan a trip",
      description: `Plans a short trip with the client's model in up to ${MAX_TURNS} sampling requests. The model may use two tools of this server on the way: the usual weather of a city, and a calculator.`,
      inputSchema: {
        city: z
          .string()
          .min(1)
          .default("Lisbon")
          .describe(`One of ${CITY_NAMES.join(", ")}`),
        month: z.number().int().min(1).max(12).default(5).describe("Month of the trip, 1 to 12"),
        days: z.number().int().min(1).max(14).default(3).describe("Length of the trip in days"),
        budgetPerDay: z.number().min(0).default(120).describe("Money a day, in euro"),
      },
      outputSchema: FACTS_SCHEMA,
      annotations: ASKS_A_MODEL,
    },
    async (trip, call) => {
      if (server.server.getClientCapabilities()?.sampling?.tools === undefined) {
        return failedResult(
          "This client did not declare the sampling.tools capability, so this tool cannot send sampling requests with tools.",
        );
      }
      return plan(server, call, [
        {
          role: "user",
          content: {
            type: "text",
            text: `Plan ${trip.days} days in ${trip.city} in month ${trip.month}. I can spend ${trip.budgetPerDay} euro a day. Look up the usual weather, work out the whole budget, then give one line a day.`,
          },
        },
      ]);
    },
  );
}

async function plan(
  server: McpServer,
  call: CallContext,
  opening: readonly SamplingMessage[],
): Promise<CallToolResult> {
  const report = reporter(server, call, "plan_trip", MAX_TURNS);
  const messages: SamplingMessage[] = [...opening];
  for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
    await report.log("debug", `Turn ${turn}: asking with ${messages.length} messages`);
    await report.progress(turn, `Turn ${turn} of at most ${MAX_TURNS}`);
    const answer = await ask(call, turnParams(messages, turn === MAX_TURNS));
    if (!answer.ok) {
      await report.log("warning", answer.sentence);
      return failedResult(answer.sentence);
    }
    const uses = toolUsesOf(answer.result);
    if (uses.length === 0) return toolResult(answer.result, turn);
    await report.log("info", `Turn ${turn}: running ${uses.map((use) => use.name).join(", ")}`);
    messages.push(
      { role: "assistant", content: answer.result.content },
      { role: "user", content: uses.map(runTool) },
    );
  }
  const sentence = `The model still asked for tools after ${MAX_TURNS} sampling requests, so the plan is unfinished.`;
  await report.log("error", sentence);
  return failedResult(sentence);
}

function turnParams(
  messages: readonly SamplingMessage[],
  isLast: boolean,
): CreateMessageRequest["params"] {
  return {
    systemPrompt:
      "You plan trips. Use the tools for weather and sums instead of guessing. Be brief.",
    messages: [...messages],
    tools: OFFERED_TOOLS,
    // In the last turn the model has to respond with what it has.
    toolChoice: { mode: isLast ? "none" : "auto" },
    modelPreferences: { hints: [{ name: "sonnet" }], intelligencePriority: 0.8, costPriority: 0.3 },
    temperature: 0.4,
    maxTokens: 800,
  };
}

function toolUsesOf(result: CreateMessageResultWithTools): ToolUseContent[] {
  const blocks = Array.isArray(result.content) ? result.content : [result.content];
  return blocks.filter((block) => block.type === "tool_use");
}
