// Tool calls that an agent's hook leaves to the gateway, beside those that hosts then make there.

/** The most tools that are remembered; the oldest go first. */
const TOOLS_MAX = 5000;
/** Of server and tool together: agents shorten longer names, so these can't be told apart. */
const NAMES_MAX = 57;

interface Count {
  left: number;
  arrived: number;
}

/** Names a tool of a host's server in a folder, as hosts and agents write it. */
export function leftKey(
  { program, server, folder }: { program: string; server: string; folder: string },
  tool: string,
): string {
  const isLong = server.length + tool.length >= NAMES_MAX;
  return JSON.stringify([
    program,
    server,
    folder,
    isLong ? null : tool.replaceAll(/[^a-z\d_-]/gi, "_"),
  ]);
}

export class LeftCalls {
  /** Only tools of which a call was left and not yet taken; what arrived before that is none of them. */
  readonly #counts = new Map<string, Count>();

  left(key: string): void {
    const count = this.#counts.get(key) ?? { left: 0, arrived: 0 };
    count.left += 1;
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > TOOLS_MAX && oldest !== undefined) this.#counts.delete(oldest);
  }

  arrived(key: string): void {
    const count = this.#counts.get(key);
    if (count !== undefined) count.arrived += 1;
  }

  /** Takes one call that was left: whether one has arrived for it. True as well where that is forgotten. */
  take(key: string): boolean {
    const count = this.#counts.get(key);
    if (count === undefined) return true;
    const hasArrived = count.arrived > 0;
    count.left -= 1;
    if (hasArrived) count.arrived -= 1;
    if (count.left === 0) this.#counts.delete(key);
    return hasArrived;
  }
}
