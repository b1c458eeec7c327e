// Images and audio that the user adds by file dialog, paste or drop. Main checks and stores the bytes and returns a
// reference.
import { useCallback } from "react";
import { audioBlock, imageBlock } from "#shared/request/document/blocks.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { OwnMedium } from "#shared/request/document/media.ts";
import type { Block } from "#shared/request/document/message.ts";
import type { MediumKind } from "#shared/request/document/mediaTypes.ts";
import { send } from "#data/commands.ts";
import { useOnPaper } from "../document/onPaper.tsx";

/** The media kind of a file by its MIME type; null if it is neither image nor audio. */
export function kindOf(type: string): MediumKind | null {
  if (type.startsWith("image/")) return "image";
  return type.startsWith("audio/") ? "audio" : null;
}

const partOf = ({ facts, type }: OwnMedium, kind: MediumKind): Block =>
  (kind === "image" ? imageBlock : audioBlock)(facts.ref, type ?? "");

const bytesOf = async (file: File): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.arrayBuffer());

export interface OwnMedia {
  /** Opens a file dialog; `then` gets the block if a file was chosen and stored. */
  pick: (kind: MediumKind, then: (part: Block) => void) => void;
  /** Stores pasted or dropped files, one after the other. */
  take: (files: readonly File[], then: (part: Block) => void) => void;
  /** Opens a file dialog for any type of file. */
  pickAny: (then: (medium: OwnMedium) => void) => void;
  /** Stores the first of the files, whatever its type. */
  takeAny: (files: readonly File[], then: (medium: OwnMedium) => void) => void;
}

export function useOwnMedia(): OwnMedia {
  const { requestId, failed } = useOnPaper();
  const kept = useCallback(
    (result: Outcome<OwnMedium | null, Failure>, then: (medium: OwnMedium) => void) => {
      failed(result.ok ? null : result.failure);
      if (result.ok && result.value !== null) then(result.value);
      return result.ok;
    },
    [failed],
  );
  const pick = useCallback<OwnMedia["pick"]>(
    (kind, then) =>
      void send("media.pick", requestId, kind).then((result) =>
        kept(result, (medium) => then(partOf(medium, kind))),
      ),
    [requestId, kept],
  );
  const take = useCallback<OwnMedia["take"]>(
    (files, then) =>
      void (async () => {
        for (const file of files) {
          const kind = kindOf(file.type);
          if (kind === null) {
            failed({ kind: "medium-wrong-kind", wanted: "image", found: file.type });
            return;
          }
          const result = await send("media.put", requestId, kind, await bytesOf(file));
          if (!kept(result, (medium) => then(partOf(medium, kind)))) return;
        }
      })(),
    [requestId, kept, failed],
  );
  const pickAny = useCallback<OwnMedia["pickAny"]>(
    (then) => void send("media.pick", requestId, "any").then((result) => kept(result, then)),
    [requestId, kept],
  );
  const takeAny = useCallback<OwnMedia["takeAny"]>(
    ([file], then) =>
      void (async () => {
        if (file === undefined) return;
        kept(await send("media.put", requestId, "any", await bytesOf(file)), then);
      })(),
    [requestId, kept],
  );
  return { pick, take, pickAny, takeAny };
}
