/** `orbweaver backup`: a copy of a store in files, made while its processes run. */
import { cp, readdir } from "node:fs/promises"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { failedBy, usage } from "../output/exit.ts"
import { note } from "../output/print.ts"
import * as stores from "../stores/stores.ts"

const { data } = stores.storeFlags

export const backup = Command.make(
  "backup",
  {
    to: Argument.Directory("to").pipe(Argument.withDescription("Directory of the copy, which must be new or empty")),
    data
  },
  Effect.fn(function* ({ data, to }) {
    if (Option.isNone(data)) {
      return yield* usage("give the store: --data DIR. PostgreSQL is copied with pg_dump")
    }
    const file = join(data.value, name)
    if (!existsSync(file)) return yield* usage(`there is no store in ${data.value}`)
    yield* stores.makeDataFolder(to)
    yield* Effect.tryPromise({
      try: async () => {
        if ((await readdir(to)).length > 0) throw new Error(`${to} is not empty`)
        copyDatabase(file, join(to, name))
        // Afterwards: what the copied rows refer to was there before.
        if (existsSync(join(data.value, blobs))) await cp(join(data.value, blobs), join(to, blobs), { recursive: true })
      },
      catch: failedBy
    })
    yield* note(`copied to ${to}: use it with --data ${to}`)
  })
).pipe(Command.withDescription("Copy a store in files while its processes run; the copy is used with --data"))

const name = "orbweaver.sqlite"
const blobs = "blobs"

/** One moment of the database, whatever is written meanwhile, and nothing of what was removed from it. */
const copyDatabase = (from: string, to: string): void => {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
  try {
    database.prepare("VACUUM INTO ?").run(to)
  } finally {
    database.close()
  }
}
