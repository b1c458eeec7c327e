// Small media whose bytes really are of their type, and the system's file dialogs answered as a user would.
import { deflateSync } from "node:zlib";
import type { Desk } from "./desk.ts";

const TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
function crc(bytes: Buffer): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = ((TABLE[(c ^ byte) & 255] ?? 0) ^ (c >>> 8)) >>> 0;
  return (c ^ 0xffffffff) >>> 0;
}
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG (RFC 2083), 8 bits a channel, in one colour. */
export function png(width: number, height: number, rgb: [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([
    Buffer.alloc(1),
    ...Array.from({ length: width }, () => Buffer.from(rgb)),
  ]);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A tone as WAV, 8 kHz, 8 bits, mono. */
export function wav(milliseconds: number): Buffer {
  const requests = 8 * milliseconds;
  const file = Buffer.alloc(44 + requests);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + requests, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(8000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(requests, 40);
  for (let i = 0; i < requests; i += 1) file[44 + i] = 128 + Math.round(60 * Math.sin(i / 4));
  return file;
}

/** From now on the system's dialogs return this file, or are cancelled. */
export async function dialogsAnswer(desk: Desk, file: string | null): Promise<void> {
  await desk.app.evaluate(({ dialog }, answer) => {
    const canceled = answer === null;
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled, filePaths: answer === null ? [] : [answer] });
    dialog.showSaveDialog = () =>
      Promise.resolve({ canceled, filePath: answer === null ? "" : answer });
  }, file);
}
