// The network between a desk and the database, which a test can cut and mend.
import net from "node:net";

export interface Network {
  port: number;
  /** Every connection breaks, and none can be made. `silent`: as a dead network does, without a word. */
  cut(silent?: boolean): void;
  fix(): void;
  close(): Promise<void>;
}

/** A way to a port of this machine. */
export async function networkTo(port: number): Promise<Network> {
  const pairs = new Set<[net.Socket, net.Socket]>();
  let isCut = false;
  const server = net.createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = net.connect(port, "127.0.0.1");
    const pair: [net.Socket, net.Socket] = [client, upstream];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    port: address.port,
    cut(silent = false) {
      isCut = true;
      for (const [client, upstream] of pairs) {
        if (silent) {
          client.unpipe(upstream);
          upstream.unpipe(client);
        } else client.destroy();
      }
    },
    fix() {
      if (!isCut) return;
      isCut = false;
      for (const [client] of pairs) client.destroy();
    },
    async close() {
      isCut = true;
      for (const [client] of pairs) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
