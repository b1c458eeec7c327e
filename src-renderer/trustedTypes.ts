// The only gate through which text becomes markup or a script URL (Trusted Types): what is listed here and nothing
// else. Monaco's own policies are listed by name in the content security policy.

/** The exact content of Radix's own style elements. */
const RADIX_STYLES: ReadonlySet<string> = new Set(
  ["select", "scroll-area"].map(
    (part) =>
      `[data-radix-${part}-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-${part}-viewport]::-webkit-scrollbar{display:none}`,
  ),
);

/** What the default policy may return; null: the text is refused, with an exception where it was to be used. */
export const policy = {
  createHTML: (text: string): string | null => (RADIX_STYLES.has(text) ? text : null),
  /** Only workers of the build. */
  createScriptURL(address: string): string | null {
    const { href } = new URL(address, document.baseURI);
    return href.startsWith(new URL("assets/", document.baseURI).href) ? address : null;
  },
};

interface Factory {
  createPolicy(name: "default", rules: typeof policy): unknown;
}
// Zod would probe whether it may compile functions from text, which is reported as a violation. Its own chunk may have run
// before this one, and keeps the object that it has found or made.
const zod: unknown = Reflect.get(globalThis, "__zod_globalConfig");
if (typeof zod === "object" && zod !== null) Reflect.set(zod, "jitless", true);
else Reflect.set(globalThis, "__zod_globalConfig", { jitless: true });

const factory: Factory | undefined = Reflect.get(globalThis, "trustedTypes");
factory?.createPolicy("default", policy);
