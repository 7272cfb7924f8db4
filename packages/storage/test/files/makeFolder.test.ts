import { mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeFolder } from "../../src/files/makeFolder.ts"

/** A folder in which the system makes none. */
const noFolders = process.platform === "linux" ? "/proc/self" : "/dev/null"

const inFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-folder-"))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

it("makes a folder with those above it, and one that is there stays", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a/b/c")
    await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700)])
    await makeFolder(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  }))

it("rejects where a file is in the way, or the system makes no folder", () =>
  inFolder(async (folder) => {
    await writeFile(join(folder, "file"), "")
    await expect(makeFolder(join(folder, "file"))).rejects.toThrow("EEXIST")
    await expect(makeFolder(join(folder, "file/below"))).rejects.toThrow(/EEXIST|ENOTDIR/)
    // Node's own `mkdir` with `recursive` never ends here.
    await expect(makeFolder(join(noFolders, "below"))).rejects.toThrow(/ENOENT|ENOTDIR/)
  }))
