/** The shorter commands on sites and jobs: map, batch, search, jobs, cancel, worker. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { Batch } from "@orbweaver/core/Batch"
import { decode as decodeBatch } from "@orbweaver/core/BatchOptions"
import { JobId } from "@orbweaver/core/Job"
import { watch } from "@orbweaver/core/JobEvents"
import { JobStore } from "@orbweaver/core/JobStore"
import { Mapper } from "@orbweaver/core/Mapper"
import { decode as decodeMap } from "@orbweaver/core/MapOptions"
import { Searcher } from "@orbweaver/core/Searcher"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import { codes, Exit, mapExit } from "./exit.ts"
import { list } from "./flags.ts"
import { note, print } from "./print.ts"

const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

export const map = Command.make(
  "map",
  {
    url: Argument.String("url").pipe(Argument.withDescription("A page of the site")),
    search: Flag.String("search").pipe(Flag.withDescription("Words that the best addresses fit"), Flag.optional),
    limit: Flag.Int("limit").pipe(Flag.withDescription("Most addresses (default 5000)"), Flag.optional),
    sitemap: Flag.Literals("sitemap", ["include", "skip", "only"]).pipe(Flag.withDefault("include")),
    json,
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const options = yield* mapExit(
      decodeMap({
        sitemap: input.sitemap,
        ...(Option.isSome(input.search) ? { search: input.search.value } : {}),
        ...(Option.isSome(input.limit) ? { limit: input.limit.value } : {})
      })
    )
    const { links, timedOut } = yield* mapExit(Mapper.use((mapper) => mapper.map(input.url, options))).pipe(
      Effect.provide(jobLayer(input, { worker: false }))
    )
    if (links.length > 0)
      yield* print(input.json ? JSON.stringify(links, null, 2) : links.map(({ url }) => url).join("\n"))
    if (timedOut) yield* note("the time was over before everything was looked at")
  })
).pipe(Command.withDescription("List the addresses of a site"))

export const search = Command.make(
  "search",
  {
    query: Argument.String("query").pipe(Argument.withDescription("What to look for")),
    limit: Flag.Int("limit").pipe(Flag.withDescription("Most results (default 10)"), Flag.optional),
    source: list("source").pipe(Flag.withDescription("web, news, images or local (default web)")),
    json,
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const options = {
      ...(input.source.length === 0 ? {} : { sources: input.source }),
      ...(Option.isSome(input.limit) ? { limit: input.limit.value } : {})
    }
    const found = yield* mapExit(Searcher.use((searcher) => searcher.search(input.query, options as object))).pipe(
      Effect.provide(jobLayer(input, { worker: false }))
    )
    const lines = Object.values(found.sources).flatMap((results) => results.map(({ title, url }) => `${url}\t${title}`))
    if (input.json) yield* print(JSON.stringify(found.sources, null, 2))
    else if (lines.length > 0) yield* print(lines.join("\n"))
    for (const warning of found.warnings) yield* note(`warning: ${warning}`)
  })
).pipe(Command.withDescription("Search the web, or what was scraped before"))

export const batch = Command.make(
  "batch",
  {
    urls: Argument.String("url").pipe(Argument.withDescription("Addresses"), Argument.variadic()),
    file: Flag.String("file").pipe(Flag.withDescription("A file with an address a line"), Flag.optional),
    format: list("format").pipe(Flag.withAlias("f"), Flag.withDescription("Formats of each page (default markdown)")),
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const urls = [...input.urls]
    if (Option.isSome(input.file)) {
      const files = yield* FileSystem.FileSystem
      const text = yield* Effect.mapError(
        files.readFileString(input.file.value),
        (error) => new Exit({ code: codes.usage, text: error.message })
      )
      urls.push(
        ...text
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "")
      )
    }
    if (urls.length === 0) return yield* new Exit({ code: codes.usage, text: "batch needs addresses, or --file" })
    const work = Effect.gen(function* () {
      const options = yield* mapExit(
        decodeBatch({ scrapeOptions: { formats: input.format.length === 0 ? ["markdown"] : input.format } })
      )
      const { invalidURLs, job } = yield* mapExit(Batch.use((engine) => engine.start(urls, options)))
      for (const url of invalidURLs ?? []) yield* note(`no address: ${url}`)
      yield* watch(job.id).pipe(
        Stream.mapError((error) => new Exit({ code: codes.failed, text: error.message })),
        Stream.runForEach(({ result }) => (result === undefined ? Effect.void : print(JSON.stringify(result.document))))
      )
      const store = yield* JobStore
      const { counts } = yield* mapExit(store.get(job.id))
      for (const failure of yield* mapExit(store.failures(job.id, { after: 0, limit: 1000 }))) {
        yield* note(`${failure.url}: ${failure.error}`)
      }
      yield* note(`${counts.completed} pages, ${counts.failed} failed`)
    })
    yield* Effect.provide(work, jobLayer(input))
  })
).pipe(Command.withDescription("Scrape a list of pages, a document a line"))

const kept = Effect.fnUntraced(function* (input: {
  readonly data: Option.Option<string>
  readonly database: Option.Option<string>
}) {
  if (Option.isNone(input.data) && Option.isNone(input.database)) {
    return yield* new Exit({ code: codes.usage, text: "say where the jobs are: --data DIR or --database URL" })
  }
})

export const jobs = Command.make(
  "jobs",
  { json, ...storeFlags, ...pageFlags },
  Effect.fn(function* (input) {
    yield* kept(input)
    const all = yield* mapExit(JobStore.use((store) => store.list({}))).pipe(
      Effect.provide(jobLayer(input, { worker: false }))
    )
    if (input.json) return yield* print(JSON.stringify(all, null, 2))
    for (const { counts, id, kind, origin, status } of all) {
      yield* print(
        `${id}  ${kind}  ${status}  ${counts.completed} done  ${counts.queued + counts.active} to do  ${origin}`
      )
    }
  })
).pipe(Command.withDescription("List the jobs of a store"))

export const cancel = Command.make(
  "cancel",
  { id: Argument.String("id").pipe(Argument.withDescription("Job to cancel")), ...storeFlags, ...pageFlags },
  Effect.fn(function* (input) {
    yield* kept(input)
    const cancelled = yield* mapExit(JobStore.use((store) => store.move(JobId.make(input.id), "cancelled"))).pipe(
      Effect.provide(jobLayer(input, { worker: false }))
    )
    yield* note(cancelled ? "cancelled" : "the job had ended already")
  })
).pipe(Command.withDescription("Cancel a job; what it has found is kept"))

export const worker = Command.make(
  "worker",
  {
    concurrency: Flag.Int("concurrency").pipe(Flag.withDescription("Pages at once (default 10)"), Flag.withDefault(10)),
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    yield* kept(input)
    yield* Effect.gen(function* () {
      yield* JobStore
      yield* note("working; Ctrl-C puts back what is claimed and stops")
      return yield* Effect.never
    }).pipe(Effect.provide(jobLayer(input, { worker: { concurrency: input.concurrency } })))
  })
).pipe(Command.withDescription("Work on the jobs of a store, beside other workers"))
