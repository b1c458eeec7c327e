// The start folder of the system's dialogs, which the system does not remember from Electron 43 on.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pickFile, pickFolder, placeToSave } from "./dialogs.ts";

const system = vi.hoisted(() => ({
  paths: { userData: "", home: "" },
  dialog: { showOpenDialog: vi.fn(), showSaveDialog: vi.fn() },
}));
vi.mock("electron", () => ({
  app: { getPath: (name: "userData" | "home") => system.paths[name] },
  dialog: system.dialog,
}));

const { dialog, paths } = system;
const inHome = (...names: string[]): string => path.join(paths.home, ...names);
beforeEach(() => {
  paths.userData = mkdtempSync(path.join(tmpdir(), "countersign-dialogs-"));
  paths.home = path.join(paths.userData, "home");
  for (const name of ["models", "exports"]) mkdirSync(inHome(name), { recursive: true });
});
afterEach(() => {
  rmSync(paths.userData, { recursive: true });
});

const opens = (...filePaths: string[]): void => {
  dialog.showOpenDialog.mockResolvedValueOnce({ canceled: filePaths.length === 0, filePaths });
};
const saves = (filePath: string): void => {
  dialog.showSaveDialog.mockResolvedValueOnce({ canceled: filePath === "", filePath });
};

it("starts in the home folder, then in the last one used", async () => {
  opens(inHome("models", "small.gguf"));
  expect(await pickFile(null)).toBe(inHome("models", "small.gguf"));
  expect(dialog.showOpenDialog).toHaveBeenLastCalledWith(
    expect.objectContaining({ defaultPath: inHome() }),
  );
  saves(inHome("exports", "record.jsonl"));
  expect(await placeToSave(null, "record.jsonl")).toBe(inHome("exports", "record.jsonl"));
  expect(dialog.showSaveDialog).toHaveBeenLastCalledWith({
    defaultPath: inHome("models", "record.jsonl"),
  });
  opens(inHome());
  expect(await pickFolder(null)).toBe(inHome());
  expect(dialog.showOpenDialog).toHaveBeenLastCalledWith(
    expect.objectContaining({ defaultPath: inHome("exports") }),
  );
});

it("keeps its folder when nothing is chosen, and starts at home where the folder is gone", async () => {
  opens(inHome("models", "small.gguf"));
  await pickFile(null);
  opens();
  expect(await pickFile(null)).toBeNull();
  saves("");
  expect(await placeToSave(null, "a.json")).toBeNull();
  expect(dialog.showSaveDialog).toHaveBeenLastCalledWith({
    defaultPath: inHome("models", "a.json"),
  });
  rmSync(inHome("models"), { recursive: true });
  expect(existsSync(inHome("models"))).toBe(false);
  opens();
  await pickFile(null);
  expect(dialog.showOpenDialog).toHaveBeenLastCalledWith(
    expect.objectContaining({ defaultPath: inHome() }),
  );
});
