// A model behind an OpenAI-compatible address of this machine, scripted: what it says, how slowly, how it fails.
import {
  answersStatus,
  beginStream,
  chunk,
  startScriptedModelServer,
  streamsText,
  type Script,
  type ScriptedModelServer,
} from "../../src-main/model/testing/scriptedModelServer.ts";

export { answersStatus, streamsText };

const LIST = { object: "list", data: [{ id: "scripted-1", object: "model" }] };

/** Answers `GET /models` itself, and generations as `script` says. */
function withList(script: Script): Script {
  return (seen, response) =>
    seen.url.endsWith("/models")
      ? answersStatus(200, LIST)(seen, response)
      : script(seen, response);
}

export interface ScriptedModel {
  baseUrl: string;
  /** What generations it was asked for, as they came. */
  asked: () => ScriptedModelServer["seen"];
  /** From now on it answers so. */
  answers: (script: Script) => void;
  /** Resolves when a client goes away before its answer is complete. */
  disconnected: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startScriptedModel(script: Script): Promise<ScriptedModel> {
  const server = await startScriptedModelServer(withList(script));
  return {
    baseUrl: server.baseUrl,
    asked: () => server.seen.filter(({ url }) => url.endsWith("/chat/completions")),
    answers: (next) => server.answer(withList(next)),
    disconnected: () => server.disconnected(),
    close: () => server.close(),
  };
}

/** Streams these words and then keeps the stream open: only a stop ends it. */
export const neverEnds =
  (words: string[]): Script =>
  (_seen, response) => {
    const send = beginStream(response);
    send(chunk({ role: "assistant", content: "" }));
    for (const word of words) send(chunk({ content: word }));
  };

/** Streams these deltas, whatever they hold, and then keeps the stream open: only a stop ends it. */
export const streamsParts =
  (deltas: object[]): Script =>
  (_seen, response) => {
    const send = beginStream(response);
    for (const delta of deltas) send(chunk(delta));
  };
