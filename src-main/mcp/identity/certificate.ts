// Whose certificate an answer came with, as this connection saw it. Kept beside the answer, not in it.
import { TLSSocket } from "node:tls";
import type { PeerCertificate } from "node:tls";
import type { Socket } from "node:net";
import type { Certificate } from "../../../src-shared/servers/identity/identity.ts";

const seen = new WeakMap<Response, Certificate>();

/** What a connection is protected by while it is used; null for one without TLS. */
export const certificateOfSocket = (socket: Socket): Certificate | null =>
  socket instanceof TLSSocket ? certificateOf(socket.getPeerCertificate()) : null;

/** Notes what the answer's connection is protected by. */
export function noteCertificate(response: Response, certificate: Certificate | null): void {
  if (certificate !== null) seen.set(response, certificate);
}

/** What was noted; undefined for an answer that came without TLS. */
export const certificateOfResponse = (response: Response): Certificate | undefined =>
  seen.get(response);

/** Null where there is none: a resumed session may have kept none. */
function certificateOf(peer: PeerCertificate): Certificate | null {
  // An empty object where nothing is known (node:tls, getPeerCertificate).
  const { fingerprint256, subject, issuer, subjectaltname, valid_to } =
    peer as Partial<PeerCertificate>;
  if (fingerprint256 === undefined || issuer === undefined) return null;
  const names = (subjectaltname ?? "").split(", ").filter((name) => name !== "");
  const common = subject?.CN === undefined ? [] : [text(subject.CN)];
  const all = [...common, ...names.map((name) => name.replace(/^DNS:/, ""))];
  return {
    sha256: fingerprint256.replaceAll(":", "").toLowerCase(),
    subject: [...new Set(all)].toSorted().join(", "),
    // An authority signs with one of several keys in turn (R10, R11 …): its organisation stays.
    issuer: text(issuer.O ?? issuer.CN ?? ""),
    validToMs: Date.parse(valid_to ?? ""),
  };
}

const text = (value: string | string[]): string =>
  Array.isArray(value) ? value.join(", ") : value;
