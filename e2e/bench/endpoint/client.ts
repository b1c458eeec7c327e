// A program that asks for a chat completion by plain HTTP, so that no SDK's time is measured.
import http from "node:http";

export interface Address {
  /** Ends with `/v1`. */
  baseUrl: string;
  token: string;
}

export interface Timed {
  status: number;
  /** From the request to the first byte of the response's body, in ms. */
  firstMs: number;
  /** To its last byte. */
  wholeMs: number;
  text: string;
}

/** Connections are kept, as SDKs keep them. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });

/** The body of a streaming request whose prompt is `prompt`. */
export const bodyOf = (prompt: string): string =>
  JSON.stringify({
    model: "scripted-1",
    stream: true,
    max_tokens: 4000,
    messages: [{ role: "user", content: prompt }],
  });

/** Sends a request; resolves when its response has ended, or when `signal` ended it. */
export function ask({ baseUrl, token }: Address, body: string, signal?: AbortSignal) {
  return new Promise<Timed>((resolve, reject) => {
    const began = performance.now();
    const request = http.request(`${baseUrl}/chat/completions`, {
      method: "POST",
      agent,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "content-length": Buffer.byteLength(body),
      },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      let firstMs = Number.NaN;
      const chunks: Buffer[] = [];
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => {
        if (chunks.length === 0) firstMs = performance.now() - began;
        chunks.push(chunk);
      });
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          firstMs,
          wholeMs: performance.now() - began,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    request.end(body);
  });
}
