// A request as text to copy: plain text, JSON, or Markdown with a heading for each message.
import { blocksOf } from "./blocks.ts";
import type { Block, RequestDocument } from "./message.ts";

export const COPY_FORMATS = ["text", "json", "markdown"] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

export function copyAs(document: RequestDocument, format: CopyFormat): string {
  if (format === "json") return JSON.stringify(document, null, 2);
  const parts = [
    ...(document.systemPrompt === undefined ? [] : [["System", document.systemPrompt] as const]),
    ...document.messages.map(
      ({ role, content }) =>
        [
          role === "user" ? "User" : "Assistant",
          blocksOf(content)
            .map((block) => wordsOf(block, format))
            .join("\n\n"),
        ] as const,
    ),
  ];
  return parts
    .map(([who, words]) => (format === "markdown" ? `## ${who}\n\n${words}` : `${who}:\n${words}`))
    .join("\n\n");
}

/** Media are reduced to their type. */
function wordsOf(block: Block, format: CopyFormat): string {
  if (block.type === "text" && typeof block["text"] === "string") return block["text"];
  if (block.type === "image" || block.type === "audio") {
    return `[${block.type} ${String(block["mimeType"])}]`;
  }
  const json = JSON.stringify(block, null, 2);
  return format === "markdown" ? `\`\`\`json\n${json}\n\`\`\`` : json;
}
