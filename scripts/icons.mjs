// Renders assets/icon.svg into the formats that systems need: PNG in several sizes, ICO (Windows), ICNS (macOS).
// Run by hand after the drawing changed: node scripts/icons.mjs
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { _electron } from "playwright";
import { runtime } from "./runtime.mjs";
import { root } from "./setup/paths.mjs";
import { machineSwitches, openScreen } from "./setup/screen.mjs";

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** ICNS types that hold PNG data, by size in pixels. */
const ICNS_TYPES = {
  16: "icp4",
  32: "icp5",
  64: "icp6",
  128: "ic07",
  256: "ic08",
  512: "ic09",
  1024: "ic10",
};

/** @typedef {Map<number, Buffer>} Pictures PNG by size in pixels */

/**
 * Renders the picture in Chromium, each size from the vector itself.
 * @param {string} svg
 * @returns {Promise<Pictures>}
 */
async function draw(svg) {
  const dir = await mkdtemp(path.join(os.tmpdir(), "countersign-icons-"));
  await writeFile(
    path.join(dir, "package.json"),
    '{"name":"icons","version":"1.0.0","main":"main.cjs"}',
  );
  const main =
    'const { app, BrowserWindow } = require("electron"); app.whenReady().then(() => new BrowserWindow().loadURL("about:blank"));';
  await writeFile(path.join(dir, "main.cjs"), main);
  const screen = await openScreen();
  const { executable } = await runtime();
  const args = [...machineSwitches(screen), dir, `--user-data-dir=${path.join(dir, "profile")}`];
  const env = /** @type {Record<string, string>} */ ({ ...process.env, ...screen.env });
  const app = await _electron.launch({ executablePath: executable, args, env });
  try {
    const page = await app.firstWindow();
    const drawn = await page.evaluate(drawInPage, { svg, sizes: SIZES });
    return new Map(drawn.map(({ size, base64 }) => [size, Buffer.from(base64, "base64")]));
  } finally {
    await app.close();
    screen.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** @param {{ svg: string, sizes: number[] }} wanted */
async function drawInPage({ svg, sizes }) {
  const image = new Image(1024, 1024);
  image.src = `data:image/svg+xml;base64,${btoa(svg)}`;
  await image.decode();
  return sizes.map((size) => {
    const canvas = document.createElement("canvas");
    canvas.width = size;
    canvas.height = size;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("No canvas.");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, size, size);
    return { size, base64: canvas.toDataURL("image/png").split(",")[1] ?? "" };
  });
}

/**
 * An ICO file whose entries are PNGs.
 * @param {Pictures} pictures
 */
function ico(pictures) {
  const entries = ICO_SIZES.map((size) => ({ size, data: pictures.get(size) ?? Buffer.alloc(0) }));
  const header = Buffer.alloc(6 + 16 * entries.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(entries.length, 4);
  let offset = header.length;
  entries.forEach(({ size, data }, index) => {
    const at = 6 + 16 * index;
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(data.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += data.length;
  });
  return Buffer.concat([header, ...entries.map(({ data }) => data)]);
}

/**
 * An ICNS file whose entries are PNGs.
 * @param {Pictures} pictures
 */
function icns(pictures) {
  const entries = Object.entries(ICNS_TYPES).map(([size, type]) => {
    const data = pictures.get(Number(size)) ?? Buffer.alloc(0);
    const head = Buffer.alloc(8);
    head.write(type, 0, "latin1");
    head.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([head, data]);
  });
  const head = Buffer.alloc(8);
  head.write("icns", 0, "latin1");
  head.writeUInt32BE(8 + entries.reduce((sum, entry) => sum + entry.length, 0), 4);
  return Buffer.concat([head, ...entries]);
}

/** Sizes of a tray's icon in pixels: 16 at scale 1, and larger ones for high-density screens. */
const TRAY_SIZES = [16, 24, 32, 48];

/**
 * The icons of the tray as a module of main: main then needs no other file to show them.
 * @param {string} assets
 */
async function trayModule(assets) {
  /** @type {string[]} */
  const lines = [];
  for (const [name, file] of [
    ["plain", "tray.svg"],
    ["stopped", "tray-stopped.svg"],
    ["template", "tray-template.svg"],
  ]) {
    const drawn = await draw(await readFile(path.join(assets, file ?? ""), "utf8"));
    const sizes = TRAY_SIZES.map(
      (size) => `    ${size}:\n      "${drawn.get(size)?.toString("base64") ?? ""}",`,
    );
    lines.push(`  ${name}: {`, ...sizes, "  },");
  }
  return [
    "// The icons of the tray, PNG as base64 by their size in pixels. Made by scripts/icons.mjs from assets/tray*.svg.",
    "",
    "export const trayIcons = {",
    ...lines,
    "} as const;",
    "",
  ].join("\n");
}

const assets = path.join(root, "assets");
await writeFile(path.join(root, "src-main/app/system/trayIcons.ts"), await trayModule(assets));
const pictures = await draw(await readFile(path.join(assets, "icon.svg"), "utf8"));
await mkdir(path.join(assets, "icons"), { recursive: true });
for (const [size, data] of pictures) {
  if (size === 1024) continue; // that is icon.png
  await writeFile(path.join(assets, "icons", `${size}x${size}.png`), data);
}
await writeFile(path.join(assets, "icon.png"), pictures.get(1024) ?? Buffer.alloc(0));
await writeFile(path.join(assets, "icon.ico"), ico(pictures));
await writeFile(path.join(assets, "icon.icns"), icns(pictures));
process.stdout.write(`Drew ${pictures.size} sizes into assets/.\n`);
