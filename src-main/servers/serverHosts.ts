// The hosts of the user's own servers, cached until a server changes: they are needed for every request that is
// scanned.
import { hostOf } from "#shared/findings/phrases/hosts.ts";
import type { ServerView } from "#shared/servers/server.ts";

export class ServerHosts {
  readonly #views: () => readonly Pick<ServerView, "endpoint">[];
  #known: readonly string[] | null = null;

  constructor(views: () => readonly Pick<ServerView, "endpoint">[]) {
    this.#views = views;
  }

  changed(): void {
    this.#known = null;
  }

  list(): readonly string[] {
    this.#known ??= this.#views().flatMap(({ endpoint }) => {
      const host = "url" in endpoint ? hostOf(endpoint.url) : "";
      return host === "" ? [] : [host];
    });
    return this.#known;
  }
}
