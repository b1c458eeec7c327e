// A model behind a local OpenAI-compatible address, scripted: its text, its speed, its failures.
import {
  answersStatus,
  beginStream,
  chunk,
  startScriptedModelServer,
  streamsText,
  type Script,
  type ScriptedModelServer,
} from "../../src-main/models/testing/scriptedModelServer.ts";

export { answersStatus, streamsText };

/** Responds to `GET /models` itself, and to generations as `script` says. */
function withList(script: Script, models: readonly string[]): Script {
  const list = { object: "list", data: models.map((id) => ({ id, object: "model" })) };
  return (seen, response) =>
    seen.url.endsWith("/models")
      ? answersStatus(200, list)(seen, response)
      : script(seen, response);
}

export interface ScriptedModel {
  baseUrl: string;
  /** The generations it was asked for, as received. */
  asked: () => ScriptedModelServer["seen"];
  /** Changes the script from now on. */
  answers: (script: Script) => void;
  /** Resolves when a client disconnects before its response is complete. */
  disconnected: () => Promise<void>;
  /** How many responses are incomplete while their client is still connected. */
  open: () => number;
  close: () => Promise<void>;
}

/** @param models what it lists */
export async function startScriptedModel(
  script: Script,
  models: readonly string[] = ["scripted-1"],
): Promise<ScriptedModel> {
  const server = await startScriptedModelServer(withList(script, models));
  return {
    baseUrl: server.baseUrl,
    asked: () => server.seen.filter(({ url }) => url.endsWith("/chat/completions")),
    answers: (next) => server.answer(withList(next, models)),
    disconnected: () => server.disconnected(),
    open: () => server.open,
    close: () => server.close(),
  };
}

/** Streams the first text, and the second one with the end only after `finish`. */
export function streamsHalf(first: string, second: string): { script: Script; finish(): void } {
  let finish = (): void => {};
  const script: Script = (_seen, response) => {
    const send = beginStream(response);
    send(chunk({ role: "assistant", content: first }));
    finish = () => {
      send(chunk({ content: second }, "stop"));
      response.end();
    };
  };
  return { script, finish: () => finish() };
}

/** Streams these words and then keeps the stream open: only a stop ends it. */
export const neverEnds =
  (words: string[]): Script =>
  (_seen, response) => {
    const send = beginStream(response);
    send(chunk({ role: "assistant", content: "" }));
    for (const word of words) send(chunk({ content: word }));
  };

/** Streams these deltas, with any content, and then keeps the stream open: only a stop ends it. */
export const streamsParts =
  (deltas: object[]): Script =>
  (_seen, response) => {
    const send = beginStream(response);
    for (const delta of deltas) send(chunk(delta));
  };

/** Each model responds by its own script. */
export const byModel =
  (scripts: Record<string, Script>): Script =>
  (seen, response) =>
    scripts[String(seen.body["model"])]?.(seen, response);
