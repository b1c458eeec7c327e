// Draws a small picture (hills under an evening sun) as a PNG, so that no binary file needs to be bundled.
import { deflateSync } from "node:zlib";

type Colour = readonly [red: number, green: number, blue: number];

const WIDTH = 192;
const HEIGHT = 128;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The picture for `describe_image`: a PNG of 192 × 128 pixels, about 1 kB, in base64. */
export function eveningPictureBase64(): string {
  return encodePng(WIDTH, HEIGHT, eveningColour).toString("base64");
}

function eveningColour(x: number, y: number): Colour {
  const house = houseColour(x, y);
  if (house !== null) return house;
  if (y > 96 + 8 * Math.sin(x / 26)) return [46, 125, 50];
  if (y > 84 + 14 * Math.sin(x / 40 + 2)) return [27, 94, 72];
  if (Math.hypot(x - 142, y - 44) < 20) return [255, 214, 10];
  const fade = y / HEIGHT;
  return [250, Math.round(120 + 80 * fade), Math.round(90 + 60 * fade)];
}

function houseColour(x: number, y: number): Colour | null {
  const roofHalfWidth = (y - 58) * 1.1;
  if (y >= 58 && y < 78 && Math.abs(x - 54) <= roofHalfWidth) return [178, 34, 34];
  if (x < 38 || x > 70 || y < 78 || y > 104) return null;
  if (x >= 50 && x <= 58 && y >= 88) return [92, 58, 30];
  return [245, 240, 225];
}

function encodePng(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
): Buffer {
  const rowBytes = 1 + width * 3;
  const raw = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      raw.set(colourAt(x, y), y * rowBytes + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(raw, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "ascii"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** CRC-32 as in PNG (ISO 3309); node:zlib only has it from Node 22 on. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
