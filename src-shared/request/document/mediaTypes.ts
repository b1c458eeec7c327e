// MIME types: aliases, the types that the user may add, and their file extensions.

/** Other names of a type (RFC 2046 parameters are ignored). */
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

/** The canonical name of a type, in lower case and without parameters. */
export function bareType(type: string): string {
  const bare = (type.split(";")[0] ?? "").trim().toLowerCase();
  return Object.hasOwn(ALIASES, bare) ? (ALIASES[bare] ?? bare) : bare;
}

export const sameType = (a: string, b: string): boolean => bareType(a) === bareType(b);

export type MediumKind = "image" | "audio";
/** What the user may add; the bytes of an embedded resource may be of any type. */
export type OwnKind = MediumKind | "any";

/** The types that the user may add with their file extensions, the usual one first. */
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

/** The file extensions of a kind of medium. */
export const endingsOf = (kind: MediumKind): string[] =>
  Object.entries(ENDINGS).flatMap(([type, endings]) =>
    type.startsWith(`${kind}/`) ? endings : [],
  );

/** The usual file extension of a type, `bin` for an unknown one. */
export const endingOf = (type: string): string => {
  const bare = bareType(type);
  return (Object.hasOwn(ENDINGS, bare) ? ENDINGS[bare]?.[0] : undefined) ?? "bin";
};

/**
 * Most decoded bytes of an image or audio that the user adds: the cap for servers too, and more than any provider
 * accepts.
 */
export const OWN_MEDIUM_BYTES_MAX = 20 * 1024 * 1024;
