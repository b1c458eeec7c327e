// A host that comes over Streamable HTTP, with sessions (2025-11-25).
type Json = Record<string, unknown>;

export class HttpHost {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #lastId = 0;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
  }

  async initialize(): Promise<void> {
    const { session } = await this.#post("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "http-host", version: "1" },
    });
    this.#headers["mcp-protocol-version"] = "2025-11-25";
    if (session !== null) this.#headers["mcp-session-id"] = session;
    const message = { jsonrpc: "2.0", method: "notifications/initialized" };
    const body = JSON.stringify(message);
    await fetch(this.#url, { method: "POST", headers: this.#headers, body });
  }

  /** Resolves with the response's text. @throws if it is no result */
  async call(name: string, args: Json): Promise<string> {
    const { text } = await this.#post("tools/call", { name, arguments: args });
    if (!text.includes('"result"')) throw new Error(text);
    return text;
  }

  async #post(method: string, params: Json): Promise<{ text: string; session: string | null }> {
    this.#lastId += 1;
    const body = JSON.stringify({ jsonrpc: "2.0", id: this.#lastId, method, params });
    const response = await fetch(this.#url, { method: "POST", headers: this.#headers, body });
    if (!response.ok) throw new Error(`HTTP ${response.status} ${await response.text()}`);
    return { text: await response.text(), session: response.headers.get("mcp-session-id") };
  }
}
