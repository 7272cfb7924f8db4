/**
 * Folders of browsers that were killed together with their process. They are removed as a browser ends; a process killed
 * by `kill -9` removes nothing.
 *
 * Each running browser has a record in a private folder under the
 * temporary folder. The next start reads the records whose processes are gone and
 * removes what they name: such folders in the temporary folder, and nothing else. Records of other machines and containers that share the folder
 * are left alone, because their processes cannot be seen from here.
 */
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises"
import { hostname, tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { kill } from "node:process"

interface Running {
  /** Process of the browser. */
  readonly pid: number
  /** Folders that belong to it. */
  readonly folders: ReadonlyArray<string>
}

interface BrowserRecord extends Running {
  /** Process that started the browser. */
  readonly owner: number
  /** Where the numbers of processes mean something. */
  readonly machine: string
}

/** A new folder for the profile of a browser and what it writes while it runs. */
export const browserFolder = (parent: string): Promise<string> => mkdtemp(join(parent, "orbweaver-profile-"))

/** The profile in the folder of a browser. */
export const profileIn = (folder: string): string => join(folder, "profile")

/** Longest path of a Unix socket, without the zero at its end (unix(7)). */
const maxSocketPath = process.platform === "linux" ? 107 : 103

/**
 * The temporary folder of a browser: its own, so that what it leaves there is removed with its profile. Chromium puts a socket
 * into a folder of its temporary folder, and does not start where that path is too long; then it is that of all.
 */
export const temporaryFolderOfBrowser = (parent: string, folder: string): string => {
  const socket = join(folder, "org.chromium.Chromium.XXXXXX", "SingletonSocket")
  return Buffer.byteLength(socket) <= maxSocketPath ? folder : parent
}

/** Removes the folder of a browser that has ended, and the one of its socket where that is beside it. Never rejects. */
export const removeBrowserFolder = async (parent: string, folder: string): Promise<void> => {
  const socket = await readlink(join(profileIn(folder), "SingletonSocket")).catch(() => undefined)
  const socketFolder = socket === undefined ? undefined : dirname(socket)
  for (const left of [socketFolder, folder]) {
    if (left === undefined || !(await isRemovable(parent, left))) continue
    await rm(left, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

/** The folder that is set, made where there is none, or the system's. */
export const temporaryFolderOf = async (given: string | undefined): Promise<string> => {
  if (given === undefined) return tmpdir()
  const folder = resolve(given)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Records read at one start. */
const maxRecords = 1000

/** Writes down a browser that runs; to be called at its end. Without a place to write nothing is kept. */
export const remember = async (parent: string, running: Running): Promise<() => Promise<void>> => {
  const home = await recordsFolder(parent)
  if (home === undefined) return () => Promise.resolve()
  const file = join(home, `${process.pid}-${running.pid}.json`)
  const record: BrowserRecord = { ...running, owner: process.pid, machine: await machineId() }
  await writeFile(file, JSON.stringify(record), { mode: 0o600 }).catch(() => undefined)
  return () => rm(file, { force: true }).catch(() => undefined)
}

/** Removes what browsers of dead processes left. Never rejects. */
export const sweep = async (parent: string): Promise<void> => {
  const home = await recordsFolder(parent)
  if (home === undefined) return
  const machine = await machineId()
  const names = await readdir(home).catch(() => [])
  for (const name of names.slice(0, maxRecords)) {
    const file = join(home, name)
    const record = parse(await readFile(file, "utf8").catch(() => ""))
    if (record === undefined || record.machine !== machine) continue
    if ((await isAlive(record.owner)) || (await isAlive(record.pid))) continue
    for (const folder of record.folders) {
      if (await isRemovable(parent, folder)) await removeBrowserFolder(parent, folder)
    }
    await rm(file, { force: true }).catch(() => undefined)
  }
}

const recordsFolder = async (parent: string): Promise<string | undefined> => {
  const home = join(parent, `orbweaver-browsers-${process.getuid?.() ?? 0}`)
  await mkdir(home, { mode: 0o700 }).catch(() => undefined)
  return (await isPrivate(home)) ? home : undefined
}

/** Whether other users cannot write there. */
const isPrivate = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isDirectory() !== true) return false
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)
}

/** Ours are named after us, and those of Chromium after it: with a dot in front in older ones. */
const removableName = /^(?:orbweaver-profile-|\.?org\.chromium\.Chromium\.)\w+$/

const isRemovable = async (parent: string, folder: string): Promise<boolean> =>
  dirname(folder) === parent && removableName.test(basename(folder)) && (await isPrivate(folder))

/** Machine and, in a container, its own numbering of processes. */
const machineId = async (): Promise<string> => `${hostname()} ${await readlink("/proc/self/ns/pid").catch(() => "")}`

const isAlive = async (pid: number): Promise<boolean> => {
  try {
    kill(pid, 0)
  } catch (error) {
    // It is somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
  // In a container without an init process, the dead whose parent is dead stay as zombies (proc(5), state).
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "")
  return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2))
}

const parse = (text: string): BrowserRecord | undefined => {
  try {
    const record = JSON.parse(text) as Partial<BrowserRecord>
    const { folders, machine, owner, pid } = record
    const isWhole =
      Number.isSafeInteger(pid) &&
      Number.isSafeInteger(owner) &&
      typeof machine === "string" &&
      Array.isArray(folders) &&
      folders.every((folder) => typeof folder === "string")
    return isWhole ? (record as BrowserRecord) : undefined
  } catch {
    return undefined
  }
}
