// Runs in a worker: counts the tokens of many or large texts, while the window goes on.
import { estimateTokenCount } from "tokenx";

onmessage = ({ data: texts }: MessageEvent<string[]>) => {
  postMessage(texts.map((text) => estimateTokenCount(text)));
};
