// Runs in a worker: counts the tokens of many or large texts, while the window goes on.
import { countTokens } from "../../src-shared/models/cost/countTokens.ts";

onmessage = ({ data: texts }: MessageEvent<string[]>) => {
  postMessage(texts.map((text) => countTokens(text)));
};
