// Creates the pipe for an endpoint, with everything that only main can resolve.
import type { Certificate } from "#shared/servers/identity/identity.ts";
import type { ConnectionSpec } from "../connectionSpec.ts";
import type { LoginShell } from "./loginShell.ts";
import type { TextReader } from "../../../core/textPorts.ts";
import { childEnvironment } from "./environment.ts";
import { HttpPipe } from "./http.ts";
import type { HttpAddress } from "./http.ts";
import type { longFetch } from "./longFetch.ts";
import { MessagePortPipe } from "./messagePort.ts";
import type { PortProcess } from "./messagePort.ts";
import type { Pipe } from "./pipe.ts";
import { RenewedPipe } from "./renewedPipe.ts";
import { StdioPipe } from "./stdio.ts";

export interface PipeParts {
  loginShell: LoginShell;
  /** Starts the bundled demo server in a process of its own. */
  startDemo(): PortProcess;
  /** Replaces plain `fetch` for requests. */
  send?: typeof longFetch;
  /** Parses large messages off the main thread; absent: they are parsed on it. */
  texts?: TextReader;
}

/**
 * Returns a function that creates a new pipe each time. `outlastsOutage`: a session over HTTP goes on once its server is
 * back, for a client that cannot open another one.
 */
export async function openPipe(
  spec: ConnectionSpec,
  parts: PipeParts,
  outlastsOutage: boolean,
  send?: typeof longFetch,
  certificate?: (certificate: Certificate) => void,
): Promise<() => Pipe> {
  const { endpoint, where } = spec;
  switch (endpoint.kind) {
    case "stdio": {
      const { command, args, cwd } = endpoint;
      const env = childEnvironment(await parts.loginShell.path(), endpoint.env);
      return () => new StdioPipe({ command, args, cwd, env }, undefined, parts.texts ?? null);
    }
    case "http":
    case "sse": {
      const headers = Object.fromEntries(endpoint.headers.map(({ name, value }) => [name, value]));
      const { kind, url } = endpoint;
      const sender = send ?? parts.send;
      const sends = sender === undefined ? {} : { send: sender };
      const seen = certificate === undefined ? {} : { certificate };
      const address: HttpAddress = { kind, url, where, headers, ...sends, ...seen };
      if (kind === "sse") return () => new HttpPipe(address, parts.texts);
      const open = (forgotSession: HttpAddress["forgotSession"]) =>
        new HttpPipe({ ...address, forgotSession }, parts.texts);
      return () => new RenewedPipe({ open, outlastsOutage, where });
    }
    case "demo":
      return () => new MessagePortPipe(() => parts.startDemo());
  }
}
