// The TLS certificate of the connection that a response came over. Stored in a WeakMap, as a Response has no field
// for it.
import { TLSSocket } from "node:tls";
import type { PeerCertificate } from "node:tls";
import type { Socket } from "node:net";
import type { Certificate } from "#shared/servers/identity/identity.ts";

const seen = new WeakMap<Response, Certificate>();

/** The server certificate of a socket; null without TLS. */
export const certificateOfSocket = (socket: Socket): Certificate | null =>
  socket instanceof TLSSocket ? certificateOf(socket.getPeerCertificate()) : null;

/** Records the certificate of the response's connection. */
export function noteCertificate(response: Response, certificate: Certificate | null): void {
  if (certificate !== null) seen.set(response, certificate);
}

/** The recorded certificate; undefined for a response that came without TLS. */
export const certificateOfResponse = (response: Response): Certificate | undefined =>
  seen.get(response);

/** Null if the socket has none: a resumed session may not have kept it. */
function certificateOf(peer: PeerCertificate): Certificate | null {
  // `getPeerCertificate` returns an empty object when there is no certificate.
  const { fingerprint256, subject, issuer, subjectaltname, valid_to } =
    peer as Partial<PeerCertificate>;
  if (fingerprint256 === undefined || issuer === undefined) return null;
  const names = (subjectaltname ?? "").split(", ").filter((name) => name !== "");
  const common = subject?.CN === undefined ? [] : [text(subject.CN)];
  const all = [...common, ...names.map((name) => name.replace(/^DNS:/, ""))];
  return {
    sha256: fingerprint256.replaceAll(":", "").toLowerCase(),
    subject: [...new Set(all)].toSorted().join(", "),
    // CAs rotate their intermediates (R10, R11 …), so the common name changes while the organisation stays.
    issuer: text(issuer.O ?? issuer.CN ?? ""),
    validToMs: Date.parse(valid_to ?? ""),
  };
}

const text = (value: string | string[]): string =>
  Array.isArray(value) ? value.join(", ") : value;
