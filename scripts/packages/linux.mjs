// What a user of Linux installs, made from the packed folder by the system's own tools: a .deb, an .rpm and a tar.gz.
// Directly, not through electron-installer-debian and -redhat: those pack the app alone, so command, unit, AppArmor profile
// and icon would need a subclass of each, and their dependencies (52 packages) cannot be replaced where they are wrong.
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { root } from "../setup/paths.mjs";
import { must } from "../setup/run.mjs";
import { LIBRARIES } from "../setup/system.mjs";

/**
 * @typedef {object} Product
 * @property {string} version as in package.json
 * @property {string} name as a desktop shows it
 * @property {string} description
 * @property {string} maintainer
 * @property {number} epoch seconds since 1970: no file in a package is younger, so that a build can be repeated
 */

const assets = path.join(root, "assets/linux");
const ARCH = {
  deb: { x64: "amd64", arm64: "arm64" },
  rpm: { x64: "x86_64", arm64: "aarch64" },
};

/** Every system with the C library that llama.cpp needs (Debian 12, Ubuntu 22.04) reads it; xz needs minutes for 15 MB less. */
const ZSTD = ["-Zzstd", "-z9"];

/** What Electron loads at run time: the key store, notifications, and `xdg-settings` for links. */
const DEPENDS = [
  ["libc6 (>= 2.34)"],
  ...LIBRARIES,
  ["libsecret-1-0"],
  ["libnotify4"],
  ["xdg-utils"],
];
/** Libraries that are linked are found by rpmbuild itself, under names that every distribution knows. */
const REQUIRES = ["libsecret-1.so.0()(64bit)", "libnotify.so.4()(64bit)", "xdg-utils"];

/** @param {"deb" | "rpm"} kind */
const archOf = (kind) => /** @type {Record<string, string>} */ (ARCH[kind])[process.arch] ?? "";

/** A pre-release sorts before its release with both: 1.0.0-beta.1 is 1.0.0~beta.1. @param {string} version */
const tilde = (version) => version.replace("-", "~");

/**
 * The commands of `countersign` that need Node lie beside the archive, which Node cannot read. The native libraries are
 * those of the app.
 * @param {string} packed the packed folder
 * @param {string} version
 */
export async function addCommands(packed, version) {
  const resources = path.join(packed, "resources");
  const cli = path.join(resources, "cli");
  await mkdir(path.join(cli, "scripts"), { recursive: true });
  await cp(path.join(root, "out/main"), path.join(cli, "out/main"), {
    recursive: true,
    filter: (from) => !from.endsWith(".map"),
  });
  await cp(path.join(root, "scripts/countersign.mjs"), path.join(cli, "scripts/countersign.mjs"));
  await writeFile(
    path.join(cli, "package.json"),
    `${JSON.stringify({ name: "countersign", version })}\n`,
  );
  await symlink("../app.asar.unpacked/node_modules", path.join(cli, "node_modules"));
  await cp(path.join(assets, "apparmor-profile"), path.join(resources, "apparmor-profile"));
}

/**
 * The files as they lie on a system, from `/` on.
 * @param {string} packed
 * @param {string} tree
 * @param {Product} product
 */
async function layOut(packed, tree, product) {
  await rm(tree, { recursive: true, force: true });
  const under = (/** @type {string} */ name) => path.join(tree, "usr", name);
  for (const folder of [
    "bin",
    "lib/systemd/system",
    "share/applications",
    "share/doc/countersign",
  ]) {
    await mkdir(under(folder), { recursive: true });
  }
  await must("Copying", "cp", ["-al", packed, under("lib/countersign")]);
  await cp(path.join(assets, "countersign"), under("bin/countersign"));
  await cp(
    path.join(root, "assets/countersign.service"),
    under("lib/systemd/system/countersign.service"),
  );
  const entry = await readFile(path.join(assets, "countersign.desk.desktop"), "utf8");
  await writeFile(
    under("share/applications/countersign.desk.desktop"),
    entry.replace("@NAME@", product.name),
  );
  for (const file of await readdir(path.join(root, "assets/icons"))) {
    const apps = under(`share/icons/hicolor/${path.parse(file).name}/apps`);
    await mkdir(apps, { recursive: true });
    await cp(path.join(root, "assets/icons", file), path.join(apps, "countersign.png"));
  }
  await writeFile(
    under("share/doc/countersign/copyright"),
    `${await readFile(path.join(root, "LICENSE"), "utf8")}\nThe licences of what it contains: /usr/lib/countersign/resources/THIRD-PARTY-NOTICES.txt\n`,
  );
  await must("Permissions", "chmod", ["-R", "u=rwX,go=rX", tree]);
}

/**
 * @param {string} tree
 * @param {string} to folder
 * @param {Product} product
 */
async function makeDeb(tree, to, { version, description, maintainer, epoch }) {
  const control = path.join(tree, "DEBIAN");
  await mkdir(control);
  const size = (await must("Size", "du", ["-sk", "--apparent-size", tree])).split("\t")[0];
  const fields = [
    "Package: countersign",
    `Version: ${tilde(version)}`,
    "Section: devel",
    "Priority: optional",
    `Architecture: ${archOf("deb")}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${size}`,
    `Depends: ${DEPENDS.map((names) => names.join(" | ")).join(", ")}`,
    "Suggests: nodejs (>= 22)",
    // One line without an article, then the whole.
    `Description: approval desk for MCP sampling\n ${description}`,
  ];
  await writeFile(path.join(control, "control"), `${fields.join("\n")}\n`);
  await cp(path.join(assets, "after-install"), path.join(control, "postinst"));
  await cp(path.join(assets, "after-remove"), path.join(control, "postrm"));
  const file = path.join(to, `countersign_${tilde(version)}_${archOf("deb")}.deb`);
  await must("dpkg-deb", "dpkg-deb", ["--root-owner-group", ...ZSTD, "--build", tree, file], {
    env: { SOURCE_DATE_EPOCH: String(epoch) },
  });
  await rm(control, { recursive: true });
  return file;
}

/**
 * @param {string} tree
 * @param {string} to folder
 * @param {Product} product
 */
async function makeRpm(tree, to, { version, description, maintainer, epoch }) {
  const top = `${tree}-rpm`;
  await mkdir(top, { recursive: true });
  const script = async (/** @type {string} */ name) =>
    (await readFile(path.join(assets, name), "utf8")).replace(/^#!.*\n/, "");
  const spec = `
Name: countersign
Version: ${tilde(version)}
Release: 1
Summary: Approval desk for MCP sampling
License: MIT
Packager: ${maintainer}
AutoProv: no
${REQUIRES.map((one) => `Requires: ${one}`).join("\n")}
%global __requires_exclude ^libffmpeg\\.so
%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload w9.zstdio
%global _buildhost countersign
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%description
${description}
%install
cp -al ${tree}/. %{buildroot}
%files
%defattr(-,root,root,-)
/usr/bin/countersign
/usr/lib/countersign
/usr/lib/systemd/system/countersign.service
/usr/share/applications/countersign.desk.desktop
/usr/share/icons/hicolor/*/apps/countersign.png
%doc /usr/share/doc/countersign
%post
${await script("after-install")}
%postun
${await script("after-remove")}
`;
  await writeFile(path.join(top, "countersign.spec"), spec);
  const target = `${archOf("rpm")}-linux`;
  await must(
    "rpmbuild",
    "rpmbuild",
    ["-bb", "--target", target, "--define", `_topdir ${top}`, path.join(top, "countersign.spec")],
    { env: { SOURCE_DATE_EPOCH: String(epoch) } },
  );
  const made = `countersign-${tilde(version)}-1.${archOf("rpm")}.rpm`;
  const file = path.join(to, made);
  await cp(path.join(top, "RPMS", archOf("rpm"), made), file);
  await rm(top, { recursive: true, force: true });
  return file;
}

/**
 * The packed folder alone, for a system with neither tool.
 * @param {string} packed
 * @param {string} to
 * @param {Product} product
 */
async function makeTar(packed, to, { version, epoch }) {
  const folder = `countersign-${version}-linux-${process.arch}`;
  const file = path.join(to, `${folder}.tar.gz`);
  const same = ["--sort=name", `--mtime=@${epoch}`, "--owner=0", "--group=0", "--numeric-owner"];
  const inFolder = ["--directory", packed, "--transform", `s|^\\.|${folder}|S`, "."];
  await must("tar", "tar", ["-cf", file, "-I", "gzip -9n", ...same, ...inFolder]);
  return file;
}

/**
 * @param {string[]} kinds of `deb`, `rpm`, `tar.gz`
 * @param {string} packed the packed folder
 * @param {string} to the folder for the packages
 * @param {Product} product
 * @returns {Promise<string[]>} the files made
 */
export async function linuxPackages(kinds, packed, to, product) {
  const tree = path.join(to, ".linux");
  const made = kinds.includes("tar.gz") ? [await makeTar(packed, to, product)] : [];
  await layOut(packed, tree, product);
  if (kinds.includes("deb")) made.push(await makeDeb(tree, to, product));
  if (kinds.includes("rpm")) made.push(await makeRpm(tree, to, product));
  await rm(tree, { recursive: true, force: true });
  return made;
}
