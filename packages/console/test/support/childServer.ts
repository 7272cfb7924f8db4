/**
 * A server with the console in a process of its own, for tests that kill it. Its one argument is JSON
 * (`ChildOptions`); it prints its address once it listens, and runs until it is killed.
 */
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Node from "@orbweaver/http/Node"
import { sqlite } from "@orbweaver/storage"
import { Effect, Layer, Schema } from "effect"
import { over } from "../../../http/test/assembly.ts"
import { loadConsole } from "../../src/index.ts"

export const ChildOptions = Schema.Struct({
  port: Schema.Int,
  /** Of a SQLite store; memory when absent. */
  file: Schema.optionalKey(Schema.String),
  /** Of the one team; everybody may enter when absent. */
  key: Schema.optionalKey(Schema.String)
})
export type ChildOptions = typeof ChildOptions.Type

const memory = Layer.mergeAll(
  TemporaryJobs.layer().pipe(Layer.provideMerge(Ledger.Ledger.layerMemory)),
  PageCache.PageCache.layerMemory()
)

const serve = ({ file, key, port }: ChildOptions) =>
  Effect.gen(function* () {
    const { url } = yield* Node.listen({ port, console: yield* Effect.promise(loadConsole) })
    process.stdout.write(`${url}\n`)
    return yield* Effect.never
  }).pipe(
    Effect.scoped,
    Effect.provide(
      over(file === undefined ? memory : sqlite(file)).pipe(
        Layer.provideMerge(key === undefined ? ApiKeys.ApiKeys.layerOpen() : ApiKeys.ApiKeys.layerStatic([key]))
      )
    )
  )

const read = Schema.decodeUnknownSync(Schema.fromJsonString(ChildOptions))

if (process.argv[1] === import.meta.filename) await Effect.runPromise(serve(read(process.argv[2])))
