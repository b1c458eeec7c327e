// The certificate of a response, on real TLS connections.
import tls from "node:tls";
import { X509Certificate } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { makeAuthority, startWeb } from "../models/testing/network.ts";
import { longFetch } from "../servers/mcp/transports/longFetch.ts";
import { certificateOfResponse } from "../servers/mcp/identity/certificate.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

it("tells the certificate of each response over TLS, also on a reused connection, and none without TLS", async () => {
  const authority = await makeAuthority("Example CA");
  const signed = await authority.sign("localhost");
  const secure = await startWeb((_request, response) => response.end("{}"), signed);
  const plain = await startWeb((_request, response) => response.end("{}"));
  closing.push(secure.close, plain.close);
  const secureContext = tls.createSecureContext({ ca: authority.ca.cert });
  const real = new X509Certificate(signed.cert);
  for (let turn = 0; turn < 2; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await longFetch(`https://localhost:${secure.port}/`, {}, { secureContext });
    expect(certificateOfResponse(answer)).toEqual({
      sha256: real.fingerprint256.replaceAll(":", "").toLowerCase(),
      subject: "localhost",
      issuer: "Example CA",
      validToMs: Date.parse(real.validTo),
    });
    // oxlint-disable-next-line no-await-in-loop
    await answer.text();
  }
  const open = await longFetch(`http://localhost:${plain.port}/`);
  expect(certificateOfResponse(open)).toBeUndefined();
});
