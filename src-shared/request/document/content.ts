// Flags on content blocks, of requests and responses alike.
import type { Json } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import { blockKind, isAudio, isBlock, isImage, isToolResult } from "./blocks.ts";
import type { Flag, Path } from "./flag.ts";
import { blockMediaRefs, isMediaRef } from "./media.ts";
import type { MediaFacts } from "./media.ts";
import { bareType, sameType } from "./mediaTypes.ts";
import type { Block } from "./message.ts";

/** Fields that the protocol versions name for each kind; any other is flagged. */
const MEMBERS: Record<string, ReadonlySet<string>> = {
  text: new Set(["type", "text", "annotations", "_meta"]),
  image: new Set(["type", "data", "mimeType", "annotations", "_meta"]),
  audio: new Set(["type", "data", "mimeType", "annotations", "_meta"]),
  tool_use: new Set(["type", "id", "name", "input", "_meta"]),
  tool_result: new Set(["type", "toolUseId", "content", "structuredContent", "isError", "_meta"]),
};
/** Kinds that are only allowed in a tool result (2025-11-25, "ContentBlock"). */
const RESULT_KINDS: ReadonlySet<string> = new Set(["resource", "resource_link"]);

/** Facts about media, by reference; with null, media are not checked. */
export type KnownMedia = ReadonlyMap<string, MediaFacts> | null;

export const knownMedia = (media: MediaFacts[] | null): KnownMedia =>
  media === null ? null : new Map(media.map((facts) => [facts.ref, facts]));

const note = (code: Flag["code"], path: Path, detail?: string): Flag => ({
  severity: "note",
  code,
  path,
  ...(detail === undefined ? {} : { detail }),
});
const error = (code: Flag["code"], path: Path, detail?: string): Flag => ({
  ...note(code, path, detail),
  severity: "error",
});

/** Flags of `content` (a block or a list) at `path`. */
export function contentFlags(content: Block | Block[], path: Path, media: KnownMedia): Flag[] {
  if (!Array.isArray(content)) return blockFlags(content, path, media, false);
  if (content.length === 0) return [note("content-empty", path)];
  return content.flatMap((block, i) => blockFlags(block, [...path, i], media, false));
}

function blockFlags(block: Block, path: Path, media: KnownMedia, inResult: boolean): Flag[] {
  if (block.type === "") return [error("block-malformed", [...path, "type"])];
  const kind = blockKind(block);
  if (kind === "unknown") {
    const known = inResult && RESULT_KINDS.has(block.type);
    return known
      ? resourceFlags(block, path, media)
      : [note("block-unknown", path, block.type), ...unknownMedia(block, path, media)];
  }
  if (kind === "malformed") return [error("block-malformed", path, block.type)];
  return [
    ...extraMembers(block, path),
    ...(isImage(block) || isAudio(block) ? mediumFlags(block, path, media) : []),
    ...(isToolResult(block) ? resultFlags(block.content, [...path, "content"], media) : []),
  ];
}

function extraMembers(block: Block, path: Path): Flag[] {
  const known = MEMBERS[block.type];
  return Object.keys(block)
    .filter((key) => known !== undefined && !known.has(key) && block[key] !== undefined)
    .map((key) => note("extra-member", [...path, key], key));
}

function resultFlags(content: Json[], path: Path, media: KnownMedia): Flag[] {
  return content.flatMap((item, i) =>
    isBlock(item)
      ? blockFlags(item, [...path, i], media, true)
      : [error("block-malformed", [...path, i])],
  );
}

function mediumFlags(
  block: Block & { data: string; mimeType: string },
  path: Path,
  media: KnownMedia,
): Flag[] {
  if (media === null) return [];
  const at = [...path, "data"];
  const facts = media.get(block.data);
  if (!isMediaRef(block.data) || facts === undefined) return [error("media-unknown", at)];
  if (!facts.validBase64) return [error("base64-broken", at)];
  if (facts.bytes === 0) return [error("medium-empty", at)];
  const fits = bareType(block.mimeType).startsWith(`${block.type}/`);
  if (facts.sniffed === undefined) {
    return [
      note(fits ? "bytes-unknown" : "mime-wrong-kind", [...path, "mimeType"], block.mimeType),
    ];
  }
  return sameType(block.mimeType, facts.sniffed) && facts.sniffed.startsWith(`${block.type}/`)
    ? []
    : [note("mime-mismatch", [...path, "mimeType"], facts.sniffed)];
}

/** An embedded resource holds a text, or bytes of any type as base64 (all versions, "EmbeddedResource"). */
function resourceFlags(block: Block, path: Path, media: KnownMedia): Flag[] {
  if (block.type !== "resource" || media === null) return unknownMedia(block, path, media);
  const { resource } = block;
  const blob = isJsonObject(resource) ? resource["blob"] : undefined;
  const at = [...path, "resource", "blob"];
  const facts = typeof blob === "string" ? media.get(blob) : undefined;
  if (facts === undefined) return unknownMedia(block, path, media);
  if (!facts.validBase64) return [error("base64-broken", at)];
  const stated = isJsonObject(resource) ? resource["mimeType"] : undefined;
  return typeof stated === "string" &&
    facts.sniffed !== undefined &&
    !sameType(stated, facts.sniffed)
    ? [note("mime-mismatch", [...path, "resource", "mimeType"], facts.sniffed)]
    : [];
}

/** References in blocks of other kinds must be known as well, or their media cannot be put back. */
const unknownMedia = (block: Block, path: Path, media: KnownMedia): Flag[] =>
  media === null
    ? []
    : blockMediaRefs(block)
        .filter((ref) => !media.has(ref))
        .map(() => error("media-unknown", path));
