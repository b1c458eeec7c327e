// Knows what a packaged Countersign contains and what it is called on each system. `npm run package` adds the
// runtime (scripts/package.mjs): which Electron, and whether it may be released.
//
// Everything but two native libraries is bundled into out/, so of node_modules only those two are taken, and of
// their platform binaries only the plain ones:
//   @libsql/PLATFORM            SQLite; on Linux the glibc build, not musl
//   @fugood/node-llama-PLATFORM llama.cpp on the processor; not -cuda (196 MB), -vulkan (59 MB), -snapdragon, not
//                               the wasm build: a graphics card is not worth 250 MB for the small models that run inside
// A binary exists in node_modules for the system that it was installed on: package for a system on that system.

const files = [
  "out/**",
  "package.json",
  "LICENSE",
  "NOTICE",
  "!**/*.map",
  "!out/.built-from",
  "!out/.bundled/**",
  "!out/{THIRD-PARTY-NOTICES.txt,sbom.cdx.json}",
  // Under plain Node only; the packaged app runs the demo server as a utility process.
  "!out/main/demo-stdio.js",
  "!node_modules/**",
  "node_modules/libsql/**",
  "node_modules/@neon-rs/load/**",
  "node_modules/detect-libc/**",
  "node_modules/libsql/node_modules/detect-libc/**",
  "node_modules/@fugood/llama.node/{package.json,lib/*.js}",
  "node_modules/@libsql/{linux-${arch}-gnu,darwin-${arch},win32-${arch}-msvc}/**",
  "node_modules/@fugood/node-llama-{linux,darwin,win32}-${arch}/**",
  "!**/*.{d.ts,md,markdown}",
];

/** @type {import("electron-builder").Configuration} */
export const config = {
  appId: "countersign.desk",
  productName: "Countersign",
  copyright: "The Countersign developers",
  directories: { output: "dist", buildResources: "assets" },
  files,
  // Where a person finds them: beside the archive.
  extraResources: [
    { from: "out/THIRD-PARTY-NOTICES.txt", to: "THIRD-PARTY-NOTICES.txt" },
    { from: "out/sbom.cdx.json", to: "sbom.cdx.json" },
    { from: "LICENSE", to: "LICENSE.txt" },
  ],
  // `countersign://request/ID`, written into Info.plist, the Windows registry and the .desktop file.
  protocols: [{ name: "Countersign request", schemes: ["countersign"] }],
  asar: true,
  // A shared library cannot be loaded out of an archive; and the commands that run on Node read no archive.
  asarUnpack: ["node_modules/**"],
  // The native libraries speak Node-API: one binary serves every Electron, nothing is compiled.
  npmRebuild: false,
  artifactName: "${productName}-${version}-${os}-${arch}.${ext}",
  publish: null,
  linux: {
    // .deb, .rpm and tar.gz: scripts/packages/linux.mjs.
    target: ["AppImage"],
    executableName: "countersign",
    // The name by which the system finds icon, badge and notifications of a window (desktopName in package.json).
    syncDesktopName: true,
    icon: "assets/icons",
    category: "Development",
    synopsis: "The approval desk for MCP sampling",
    maintainer: "The Countersign developers <desk@countersign.invalid>",
  },
  win: {
    target: ["nsis"],
    icon: "assets/icon.ico",
  },
  nsis: { oneClick: false, allowToChangeInstallationDirectory: true },
  mac: {
    target: ["dmg"],
    icon: "assets/icon.icns",
    category: "public.app-category.developer-tools",
  },
};

/**
 * What is burnt into a released binary. Not into the fallback, which is never released.
 * @type {NonNullable<import("electron-builder").Configuration["electronFuses"]>}
 */
export const fuses = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
};
