// What browsers leave in the temporary folder, their own folder and the one that Chromium makes for its socket.
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { remember, removeBrowserFolder, sweep, temporaryFolderOfBrowser } from "../../src/process/leftovers.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "leftovers-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const makeFolder = (...path: ReadonlyArray<string>): string => {
  const folder = join(...path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The folder of a browser whose socket is in another folder, as Chromium links to it. */
const browserWithSocket = (parent: string, name: string, socketFolder: string): string => {
  const folder = join(parent, `orbweaver-profile-${name}`)
  symlinkSync(join(socketFolder, "SingletonSocket"), join(makeFolder(folder, "profile"), "SingletonSocket"))
  return folder
}

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ["--version"]).pid

/** A record of a browser whose process was killed, as that process wrote it. */
const writeRecord = (parent: string, folder: string): void => {
  const home = join(parent, `orbweaver-browsers-${process.getuid?.() ?? 0}`)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const pid = deadPid()
  const machine = `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`
  writeFileSync(join(home, `${pid}.json`), JSON.stringify({ pid, owner: pid, machine, folders: [folder] }))
}

const contentOf = (parent: string) => readdirSync(parent).filter((name) => !name.startsWith("orbweaver-browsers-"))

describe("leftovers of browsers", () => {
  it.effect.each(["org.chromium.Chromium.AbC123", ".org.chromium.Chromium.AbC123"])(
    "the folder %s of a browser whose process was killed is removed with its profile, and those of others stay",
    (name) =>
      Effect.gen(function* () {
        const parent = yield* temporaryFolder
        const folder = browserWithSocket(parent, "killed", makeFolder(parent, name))
        makeFolder(parent, "org.chromium.Chromium.others")
        writeRecord(parent, folder)
        yield* Effect.promise(() => sweep(parent))
        assert.deepStrictEqual(contentOf(parent), ["org.chromium.Chromium.others"])
      })
  )

  it.effect("a link that leads elsewhere removes nothing there", () =>
    Effect.gen(function* () {
      const parent = yield* temporaryFolder
      const elsewhere = yield* temporaryFolder
      const names = ["documents", "org.chromium.Chromium.AbC123"]
      for (const name of names) makeFolder(elsewhere, name)
      makeFolder(parent, "documents")
      for (const target of [join(parent, "documents"), ...names.map((name) => join(elsewhere, name)), "..", "/"]) {
        const folder = browserWithSocket(parent, "linked", target)
        yield* Effect.promise(() => removeBrowserFolder(parent, folder))
      }
      assert.deepStrictEqual(contentOf(parent), ["documents"])
      assert.sameMembers(contentOf(elsewhere), names)
    })
  )

  it.effect("a browser that runs keeps its folders", () =>
    Effect.gen(function* () {
      const parent = yield* temporaryFolder
      const folder = browserWithSocket(parent, "running", makeFolder(parent, "org.chromium.Chromium.AbC123"))
      yield* Effect.promise(() => remember(parent, { pid: process.pid, folders: [folder] }))
      yield* Effect.promise(() => sweep(parent))
      assert.sameMembers(contentOf(parent), ["org.chromium.Chromium.AbC123", "orbweaver-profile-running"])
    })
  )

  it("a browser has a temporary folder of its own, unless the path of its socket would be too long there", () => {
    const folder = "/tmp/orbweaver-profile-AbC123"
    assert.strictEqual(temporaryFolderOfBrowser("/tmp", folder), folder)
    const deep = `/${"deep/".repeat(10)}tmp`
    assert.strictEqual(temporaryFolderOfBrowser(deep, join(deep, "orbweaver-profile-AbC123")), deep)
  })
})
