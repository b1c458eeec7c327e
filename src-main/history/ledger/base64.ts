// Facts about base64 text without decoding all of it: its size, its type, and whether it is valid.
import { isBase64, fixBase64 } from "#shared/request/document/base64Text.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";

/** Magic bytes of the types that the window can show or play, with their offset. */
const SIGNATURES: { type: string; at: number; bytes: string; within?: string }[] = [
  { type: "image/png", at: 0, bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", at: 0, bytes: "\xff\xd8\xff" },
  { type: "image/gif", at: 0, bytes: "GIF8" },
  { type: "image/webp", at: 8, bytes: "WEBP", within: "RIFF" },
  { type: "image/avif", at: 4, bytes: "ftypavif" },
  { type: "audio/wav", at: 8, bytes: "WAVE", within: "RIFF" },
  { type: "audio/mpeg", at: 0, bytes: "ID3" },
  { type: "audio/mpeg", at: 0, bytes: "\xff\xfb" },
  { type: "audio/mpeg", at: 0, bytes: "\xff\xfa" },
  { type: "audio/mpeg", at: 0, bytes: "\xff\xf3" },
  { type: "audio/mpeg", at: 0, bytes: "\xff\xf2" },
  { type: "audio/ogg", at: 0, bytes: "OggS" },
  { type: "audio/flac", at: 0, bytes: "fLaC" },
  { type: "audio/mp4", at: 4, bytes: "ftypM4A" },
  { type: "audio/webm", at: 0, bytes: "\x1a\x45\xdf\xa3" },
];

/** `bytes` is 0 if the text is not valid base64. */
export function base64Facts(base64: string): Omit<MediaFacts, "ref"> {
  const validBase64 = isBase64(base64);
  if (!validBase64) {
    return { bytes: 0, validBase64, ...(fixBase64(base64) === null ? {} : { mendable: true }) };
  }
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const head = Buffer.from(base64.slice(0, 64), "base64").toString("latin1");
  const sniffed = SIGNATURES.find(
    ({ bytes, at, within }) => head.startsWith(bytes, at) && head.startsWith(within ?? ""),
  )?.type;
  return {
    bytes: (base64.length / 4) * 3 - padding,
    validBase64,
    sniffed,
  };
}
