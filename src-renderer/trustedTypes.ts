// The one gate through which text may become markup or the address of a script (Trusted Types): what is named here, and
// nothing else. The policies that Monaco makes for its own text stand by name in the content security policy.

/** What Radix writes into its own style elements, letter by letter. */
const RADIX_STYLES: ReadonlySet<string> = new Set(
  ["select", "scroll-area"].map(
    (part) =>
      `[data-radix-${part}-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-${part}-viewport]::-webkit-scrollbar{display:none}`,
  ),
);

/** What a default policy may answer; null: the text is refused, by an exception where it was to be used. */
export const policy = {
  createHTML: (text: string): string | null => (RADIX_STYLES.has(text) ? text : null),
  /** Workers of the build alone. */
  createScriptURL(address: string): string | null {
    const { href } = new URL(address, document.baseURI);
    return href.startsWith(new URL("assets/", document.baseURI).href) ? address : null;
  },
};

interface Factory {
  createPolicy(name: "default", rules: typeof policy): unknown;
}
// Zod would try whether it may make functions of text, which is reported where it may not.
Reflect.set(globalThis, "__zod_globalConfig", { jitless: true });

const factory: Factory | undefined = Reflect.get(globalThis, "trustedTypes");
factory?.createPolicy("default", policy);
