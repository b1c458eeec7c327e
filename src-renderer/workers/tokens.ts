// A worker that counts the tokens of many or large texts.
import { countTokens } from "../../src-shared/models/cost/countTokens.ts";

onmessage = ({ data: texts }: MessageEvent<string[]>) => {
  postMessage(texts.map((text) => countTokens(text)));
};
