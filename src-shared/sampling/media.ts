// Media travel by reference: the base64 text of an image or sound stays in main, once, by its SHA-256.

/** `countersign-media:` and the SHA-256 (hex) of the base64 text exactly as the server sent it. */
export type MediaRef = `countersign-media:${string}`;
export const MEDIA_PREFIX = "countersign-media:";

/** What is known of one medium without holding it. `bytes` counts decoded bytes. */
export interface MediaFacts {
  ref: MediaRef;
  bytes: number;
  /** The type that the bytes themselves show, when recognised. */
  sniffed?: string;
  /** False when the text is not base64: then it is kept as it came and cannot be shown. */
  validBase64: boolean;
}

export function isMediaRef(value: unknown): value is MediaRef {
  return typeof value === "string" && /^countersign-media:[0-9a-f]{64}$/.test(value);
}
