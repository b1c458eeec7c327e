// Runs in a worker: counts the tokens of large texts, one at a time, while the window goes on.
import { estimateTokenCount } from "tokenx";

onmessage = ({ data: text }: MessageEvent<string>) => {
  postMessage(estimateTokenCount(text));
};
