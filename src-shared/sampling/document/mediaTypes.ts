// Names of types: which mean the same, which the user may add, and how a file of one is called.

/** Names that mean the same type (RFC 2046 parameters ignored). */
const ALIASES: Record<string, string> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "audio/mp3": "audio/mpeg",
  "audio/x-mp3": "audio/mpeg",
  "audio/mpeg3": "audio/mpeg",
  "audio/mpga": "audio/mpeg",
  "audio/wave": "audio/wav",
  "audio/x-wav": "audio/wav",
  "audio/vnd.wave": "audio/wav",
  "audio/x-pn-wav": "audio/wav",
  "audio/x-flac": "audio/flac",
  "audio/opus": "audio/ogg",
  "audio/vorbis": "audio/ogg",
  "application/ogg": "audio/ogg",
  "video/ogg": "audio/ogg",
  "audio/m4a": "audio/mp4",
  "audio/x-m4a": "audio/mp4",
  "audio/aac-mp4": "audio/mp4",
  "video/mp4": "audio/mp4",
  "video/webm": "audio/webm",
};

/** The type by its usual name, without parameters, in lower case. */
export function bareType(type: string): string {
  const bare = (type.split(";")[0] ?? "").trim().toLowerCase();
  return Object.hasOwn(ALIASES, bare) ? (ALIASES[bare] ?? bare) : bare;
}

export const sameType = (a: string, b: string): boolean => bareType(a) === bareType(b);

/** What a content block may hold as a medium. */
export type MediumKind = "image" | "audio";
/** What the user may add bytes as: the bytes of an embedded resource may be anything. */
export type OwnKind = MediumKind | "any";

/** The types that the user may add, each with the endings of its files, the usual one first. */
const ENDINGS: Record<string, readonly string[]> = {
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/gif": ["gif"],
  "image/webp": ["webp"],
  "image/avif": ["avif"],
  "audio/wav": ["wav"],
  "audio/mpeg": ["mp3"],
  "audio/ogg": ["ogg", "oga", "opus"],
  "audio/flac": ["flac"],
  "audio/mp4": ["m4a"],
  "audio/webm": ["weba", "webm"],
};

/** The endings of files that can be added as a medium of this kind. */
export const endingsOf = (kind: MediumKind): string[] =>
  Object.entries(ENDINGS).flatMap(([type, endings]) =>
    type.startsWith(`${kind}/`) ? endings : [],
  );

/** The usual ending of a file of this type; `bin` for one that is not known here. */
export const endingOf = (type: string): string => {
  const bare = bareType(type);
  return (Object.hasOwn(ENDINGS, bare) ? ENDINGS[bare]?.[0] : undefined) ?? "bin";
};

/**
 * Most bytes of an image or sound that the user adds, decoded: what Countersign takes from a server too, and more
 * than any provider does.
 */
export const OWN_MEDIUM_BYTES_MAX = 20 * 1024 * 1024;
