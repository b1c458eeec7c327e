// Creates the sandboxed window and restores its position.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { app, BrowserWindow, nativeTheme, screen } from "electron";
import type { Rectangle } from "electron";
import { z } from "zod";
import { APP_ORIGIN } from "#shared/contract/names.ts";
import { pickLanguage } from "#shared/languages.ts";
import { systemLanguage } from "../system/language.ts";
import { isWayland } from "../system/wayland.ts";
import { WORDS } from "../words/words.ts";

const boundsSchema = z.object({
  place: z.object({ x: z.number().int(), y: z.number().int() }).nullable(),
  width: z.number().int().min(900),
  height: z.number().int().min(600),
  maximised: z.boolean(),
});
type Remembered = z.infer<typeof boundsSchema>;

const SAVE_AFTER_MS = 500;

/** The stored bounds; without the position when it is off screen, the default when nothing is stored. */
function remembered(file: string): Remembered {
  const usual = { place: null, width: 1280, height: 800, maximised: false };
  try {
    const kept = boundsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    const { place, width, height } = kept;
    return place !== null && hasPlaces() && isOnScreen({ ...place, width, height })
      ? kept
      : { ...kept, place: null };
  } catch {
    return usual;
  }
}

const hasPlaces = (): boolean =>
  !isWayland(process.platform, process.env, app.commandLine.getSwitchValue("ozone-platform"));

function isOnScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const right = Math.min(bounds.x + bounds.width, workArea.x + workArea.width);
    const bottom = Math.min(bounds.y + bounds.height, workArea.y + workArea.height);
    return (
      right - Math.max(bounds.x, workArea.x) > 100 && bottom - Math.max(bounds.y, workArea.y) > 100
    );
  });
}

function remember(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    if (window.isDestroyed()) return;
    const { x, y, width, height } = window.getNormalBounds();
    const place = hasPlaces() ? { x, y } : null;
    const kept: Remembered = { place, width, height, maximised: window.isMaximized() };
    try {
      writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
    } catch {
      // Losing the position is harmless.
    }
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
  };
  window.on("resize", later);
  window.on("move", later);
  window.on("close", save);
}

/** Ends the version of what was packaged on the fallback runtime (scripts/package.mjs). */
const TRIAL = "-not.for.release";

/** Opens the window. `profile`: folder where its position is stored. `hidden`: don't show it when ready. */
export function openWindow(profile: string, hidden: boolean): BrowserWindow {
  const file = path.join(profile, "window.json");
  const { maximised, place, width, height } = remembered(file);
  const isTrial = app.getVersion().endsWith(TRIAL);
  const title = isTrial
    ? WORDS[pickLanguage("system", [systemLanguage()])].notForRelease
    : "Countersign";
  const window = new BrowserWindow({
    ...place,
    width,
    height,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title,
    // The colour of the window's frame (tokens.css), so that nothing flashes before the first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#121417" : "#eaecef",
    autoHideMenuBar: true,
    webPreferences: {
      preload: path.join(__dirname, "../preload/preload.js"),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
    },
  });
  // The page has the usual title.
  if (isTrial) window.on("page-title-updated", (event) => event.preventDefault());
  // Maximising would show a hidden window.
  if (maximised && hidden) window.once("show", () => window.maximize());
  else if (maximised) window.maximize();
  remember(window, file);
  if (!hidden) window.once("ready-to-show", () => window.show());
  void window.loadURL(`${APP_ORIGIN}/index.html`);
  return window;
}
