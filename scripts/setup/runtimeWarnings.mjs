// The lines that Chromium, Electron or Node itself writes to stderr, and that say nothing of the app. Everything else
// there is an error, and fails a test. A new version of the runtime may need another line.

/** By name: what writes it, and when. */
const ALWAYS = {
  "debugging, by which Playwright drives the app":
    /^(Debugger (listening on|attached|ending on)|DevTools listening on ws:|For help, see: https:\/\/nodejs\.org\/|Waiting for the debugger)/,
  "no session or system bus, as in containers": /(bus\.cc|object_proxy\.cc|dbus)/i,
  "no graphics card behind a virtual screen":
    /(viz_main_impl|gpu_process_host|gl_surface|angle_platform|vaapi|vulkan|command_buffer|gpu_init)/i,
  "drivers of graphics cards": /^(MESA|libEGL|libva)( \w+)?: /,
  "GTK and GLib without themes, settings or accessibility bus":
    /(Gtk-|Gdk-|GLib-GIO-|dconf|atk-bridge|libnotify)/,
};

/**
 * What a version newer than the app may report about methods that the app still uses: to be read and fixed, but
 * no reason for every test to fail. Not with the fallback, whose version never changes.
 */
const NEWER = {
  "Electron: deprecated": /^\(electron\) (The )?'[\w.]+'( \w+)? (is|are|has been) deprecated/,
  "Node: deprecated": /^\(node:\d+\) \[DEP\d{4}\] DeprecationWarning: /,
  "Node: experimental": /^\(node:\d+\) ExperimentalWarning: /,
  "Node: where from": /^\(Use `.+ --trace-(deprecation|warnings) \.\.\.` to show where the warning/,
};

/**
 * The name of what wrote a line to stderr, where that is the runtime itself; null for an error of the app.
 * @param {string} line
 * @param {string} kind that of the runtime (electron.mjs)
 */
export function runtimeWarning(line, kind) {
  const known = { ...ALWAYS, ...(kind === "fallback" ? {} : NEWER) };
  return Object.entries(known).find(([, pattern]) => pattern.test(line))?.[0] ?? null;
}
