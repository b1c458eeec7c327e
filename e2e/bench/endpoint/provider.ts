// The provider of this bench: 2,000 tokens at a model's pace, at once, or a few words.
import { setTimeout as wait } from "node:timers/promises";
import {
  beginStream,
  chunk,
  streamsText,
} from "../../../src-main/models/testing/scriptedModelServer.ts";
import type { Script } from "../../../src-main/models/testing/scriptedModelServer.ts";

export const TOKENS = 2000;
/** 500 tokens a second, faster than most models. */
const [BURST, BURST_MS] = [10, 20];

export const [PACED, AT_ONCE] = ["paced", "at once"];

/** Streams the tokens in bursts, by the clock, so that a late timer delays none of the later ones. */
const paced: Script = async (_seen, response) => {
  const send = beginStream(response);
  send(chunk({ role: "assistant", content: "" }));
  const began = performance.now();
  for (let at = 0; at < TOKENS; at += 1) {
    if (at % BURST === 0)
      await wait(Math.max(0, began + (at / BURST) * BURST_MS - performance.now()));
    send(chunk({ content: `word${at} ` }));
  }
  send(chunk({}, "stop"));
  send("[DONE]");
  response.end();
};

const atOnce = streamsText(Array.from({ length: TOKENS }, (_none, at) => `word${at} `));
const short = streamsText(["Hello ", "from the ", "model."]);

/** By how the prompt begins. */
export const provider: Script = (seen, response) => {
  const [message] = (seen.body["messages"] ?? []) as { content: unknown }[];
  const prompt = JSON.stringify(message?.content ?? "");
  const script = prompt.includes(PACED) ? paced : prompt.includes(AT_ONCE) ? atOnce : short;
  return script(seen, response);
};
