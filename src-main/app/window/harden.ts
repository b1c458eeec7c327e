// Denies navigation, new windows, permissions, webviews and network access. Every exception is here, with its reason.
import { app, session } from "electron";
import { APP_ORIGIN } from "#shared/contract/names.ts";

/** For the window's copy buttons; nothing else is granted. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

const isOurs = (url: string): boolean => url.startsWith(`${APP_ORIGIN}/`);

/**
 * Blocks everything that a page could open. Call once the app is ready, before the first window.
 * @param server the Vite server in `npm run dev`
 */
export function harden(refused: (what: string) => void, server: URL | null): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((contents, permission, answer) => {
    const allowed = ALLOWED_PERMISSIONS.has(permission) && isOurs(contents.getURL());
    if (!allowed) refused(`permission ${permission}`);
    answer(allowed);
  });
  defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) =>
      ALLOWED_PERMISSIONS.has(permission) && isOurs(`${origin.replace(/\/$/, "")}/`),
  );
  defaultSession.setDevicePermissionHandler(() => false);
  // The window has no network: everything, including WebRTC, goes to a proxy that does not exist.
  const nowhere = { proxyRules: "socks5://127.0.0.1:1", proxyBypassRules: "<-loopback>" };
  if (server === null) void defaultSession.setProxy(nowhere);
  // The window loads nothing from a network; requests are cancelled.
  defaultSession.webRequest.onBeforeRequest((details, answer) => {
    const local = isOurs(details.url) || details.url.startsWith(`blob:${APP_ORIGIN}/`);
    const tools =
      details.url.startsWith("devtools:") ||
      (server !== null && details.url.startsWith(`ws://${server.host}/`));
    if (!local && !tools) refused("request");
    answer({ cancel: !local && !tools });
  });
  // The only downloads are blobs made by the window, for saving a medium.
  defaultSession.on("will-download", (event, item) => {
    if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`)) event.preventDefault();
  });
  app.on("web-contents-created", (_event, contents) => {
    // WebRTC only through the proxy above, so never.
    contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
    contents.setWindowOpenHandler(() => {
      refused("window");
      return { action: "deny" };
    });
    contents.on("will-navigate", (event) => {
      refused("navigation");
      event.preventDefault();
    });
    contents.on("will-redirect", (event) => event.preventDefault());
    contents.on("will-attach-webview", (event) => event.preventDefault());
  });
}
