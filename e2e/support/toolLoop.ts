// The server with a tool loop, and models that call its tools.
import path from "node:path";
import {
  beginStream,
  chunk,
  type Script,
} from "../../src-main/models/testing/scriptedModelServer.ts";
import { serverNode } from "./paths.ts";

export const toolLoop = {
  command: serverNode,
  args: [path.resolve(import.meta.dirname, "../servers/toolLoop.mjs")],
};

export interface Call {
  id: string;
  name: string;
  args: object;
}

/** Streams these tool calls, as a model that calls several tools at once does. */
export const streamsCalls =
  (calls: readonly Call[]): Script =>
  (_seen, response) => {
    const send = beginStream(response);
    send(chunk({ role: "assistant", content: "" }));
    calls.forEach(({ id, name, args }, index) =>
      send(
        chunk({
          tool_calls: [
            { index, id, type: "function", function: { name, arguments: JSON.stringify(args) } },
          ],
        }),
      ),
    );
    send(chunk({}, "tool_calls"));
    send("[DONE]");
    response.end();
  };

/** A response in the form of gate 2's JSON view. */
export const answerJson = (calls: readonly Call[]): string =>
  JSON.stringify({
    role: "assistant",
    content: calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
    model: "human",
    stopReason: "toolUse",
  });
