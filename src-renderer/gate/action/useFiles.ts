// The texts of the files that an action names, from main, and which of them have changed since they were first shown.
import { useEffect, useState } from "react";
import type { ActionFile, ActionRequest } from "#shared/request/kinds/action/document.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { changedLines } from "#editor/index.ts";
import { readActionFiles } from "#data/requests/actionFiles.ts";
import type { FileTexts } from "#data/requests/actionFiles.ts";

export interface ChangedFile {
  path: string;
  /** Empty where its text is not known. */
  lines: readonly number[];
}

export interface Files {
  /** Null while they are read. */
  texts: FileTexts | null;
  failed: boolean;
  /** Since the request was first shown here. */
  changed: readonly ChangedFile[];
}

interface Read {
  hash: string;
  files: readonly ActionFile[];
  texts: FileTexts | "failed";
}

export function useFiles({ id, askedHash }: HeldRequest, request: ActionRequest | null): Files {
  const [now, setNow] = useState<Read | null>(null);
  const [first, setFirst] = useState<Read | null>(null);
  const files = request?.files ?? NONE;
  useEffect(() => {
    if (files.length === 0) return undefined;
    let isOver = false;
    void readActionFiles(id).then((texts) => {
      if (isOver) return;
      const read: Read = { hash: askedHash, files, texts: texts ?? "failed" };
      setNow(read);
      setFirst((before) => before ?? read);
    });
    return () => {
      isOver = true;
    };
  }, [id, askedHash, files]);
  if (files.length === 0) return NO_FILES;
  const isNow = now?.hash === askedHash;
  const texts = isNow && now.texts !== "failed" ? now.texts : null;
  return {
    texts,
    failed: isNow && now.texts === "failed",
    changed: isNow && first !== null && first !== now ? changedSince(first, now) : [],
  };
}

const NO_FILES: Files = { texts: new Map(), failed: false, changed: [] };
const NONE: readonly ActionFile[] = [];

function changedSince(before: Read, now: Read): ChangedFile[] {
  return now.files.flatMap((file) => {
    const was = before.files.find(({ path }) => path === file.path);
    const isSame =
      was?.sha256 === file.sha256 && was?.state === file.state && was.real === file.real;
    if (isSame) return [];
    const [from, to] = [textIn(before, file.path), textIn(now, file.path)];
    return [{ path: file.path, lines: from === null || to === null ? [] : changedLines(from, to) }];
  });
}

const textIn = ({ texts }: Read, path: string): string | null =>
  texts === "failed" ? null : (texts.get(path) ?? null);
