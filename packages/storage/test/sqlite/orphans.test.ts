/** What a worker had claimed in a SQLite file when it died: free for whoever opens the file next, and only then. */
import { assert, it } from "@effect/vitest"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import { Fixtures } from "@orbweaver/testing"
import { sqlite } from "@orbweaver/storage"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"

const { claim, create, paths } = Fixtures

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-orphans-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const reclaim = Frontier.Frontier.use(({ reclaim }) => reclaim)

/** What can be claimed by one who opens the file; the clock stands still, so no lease passes. */
const claimable = (file: string) => Effect.provide(Effect.andThen(reclaim, claim(10)), sqlite(file))

/** Another process that has the file open and does nothing. */
const opened = (file: string) => {
  const program = `
    const { DatabaseSync } = await import("node:sqlite")
    const database = new DatabaseSync(process.argv[1])
    database.prepare("SELECT count(*) FROM job").get()
    console.log("open")
    setInterval(() => database.isOpen, 1000)
  `
  return Effect.acquireRelease(
    Effect.promise(async () => {
      const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program, file]
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
      await once(createInterface(child.stdout), "line")
      return child
    }),
    (child) =>
      Effect.promise(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill("SIGKILL")
        await once(child, "exit")
      })
  )
}

it.effect("what died with its process is free for the next", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "jobs.sqlite")
    const claimed = Effect.andThen(create(paths("a", "b", "c")), claim(2))
    const first = yield* Effect.provide(claimed, sqlite(file))
    assert.lengthOf(first, 2)
    const next = yield* claimable(file)
    assert.sameMembers(Fixtures.urls(next), paths("a", "b", "c"))
    assert.isAbove(next.find(({ page }) => page === first[0]!.page)!.token, first[0]!.token)
  })
)

it.effect("what is claimed stays so while anybody has the file open, in this process or in another", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "jobs.sqlite")
    yield* Effect.gen(function* () {
      yield* create(paths("a", "b"))
      assert.lengthOf(yield* claim(2), 2)
      assert.deepStrictEqual(yield* claimable(file), [])
      const other = yield* opened(file)
      assert.isNull(other.exitCode)
    }).pipe(Effect.provide(sqlite(file)))
    assert.deepStrictEqual(yield* claimable(file), [])
  })
)
