/** `orbweaver crawl URL`: a site into a directory or a JSON Lines file, with progress on stderr. */
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { CrawlOptions, decode } from "@orbweaver/core/model/CrawlOptions"
import { jobWarnings } from "@orbweaver/core/internal/jobs/jobWarnings"
import { type JobId, JobId as makeJobId } from "@orbweaver/core/model/Job"
import { describePages } from "@orbweaver/core/model/StatusCounts"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { Fetcher } from "@orbweaver/core/network/Fetcher"
import { CrawlPrompts, plan, type Preview } from "@orbweaver/extraction/prompts/CrawlPrompts"
import { counted } from "@orbweaver/core/internal/support/counted"
import { jobLayer } from "../settings/adapters.ts"
import { failed, mapExit, usage } from "../output/exit.ts"
import { list, optionalText, toggle, workerOf, type InputOf } from "../flags/flags.ts"
import { note, print } from "../output/print.ts"
import { documentsOf, pageJobFlags, pageJobOptions } from "./pageJob.ts"
import { failIfNothingReached } from "../output/failIfNothingReached.ts"
import { downloadFile, makeSinkContext } from "../../jobs/sinkContext.ts"
import { csv } from "../../sinks/csv.ts"
import { jsonLines } from "../../sinks/jsonLines.ts"
import { markdownFolder } from "../../sinks/markdownFolder.ts"
import { writeStream } from "../../sinks/stream.ts"
import type { Sink } from "../../sinks/Sink.ts"
import { wacz } from "../../sinks/wacz.ts"
import { warc, type WarcDocument } from "../../sinks/warc.ts"
import { archivedResponse } from "../../warc/archivedResponse.ts"
import { asDocument } from "../../options/prepare.ts"
import { withProgress } from "../output/progress.ts"

const flags = {
  url: Argument.String("url").pipe(Argument.withDescription("Where to begin"), Argument.optional),
  prompt: optionalText("prompt", 'Pages to visit, described in words: "only the blog, not the tags"; other flags win'),
  preview: toggle("preview", "Print the options derived from --prompt as JSON, without crawling"),
  format: list("format").pipe(
    Flag.withAlias("f"),
    Flag.withDescription("Formats of each page (default markdown); warc: a web archive, with -o")
  ),
  output: Flag.String("output").pipe(
    Flag.withAlias("o"),
    Flag.withDescription(
      "FILE.jsonl gets one document per line, FILE.csv one per row, FILE.warc, FILE.warc.gz or FILE.wacz becomes a web archive, a directory gets a Markdown file at the path of each page, with links between them, and index.json (default stdout)"
    ),
    Flag.optional
  ),
  pictures: toggle("pictures", "Save the pictures of the pages in the directory of -o, at most 1000 and 250 MiB"),
  append: toggle(
    "append",
    "Add to FILE.jsonl or FILE.csv as pages come, instead of replacing it at the end; what it has is not repeated"
  ),
  resume: optionalText("resume", "Resume this job of --data or --database instead of starting one"),
  ...pageJobFlags(CrawlOptions.fields)
}

export const crawl = Command.make(
  "crawl",
  flags,
  Effect.fn(function* (input) {
    const work = Effect.gen(function* () {
      if (input.preview) return yield* show(input)
      const id = Option.isSome(input.resume) ? yield* resumeCommand(input.resume.value, input) : yield* begin(input)
      yield* note(`job ${id}`)
      yield* follow(id, input).pipe(Effect.onInterrupt(() => leaveJob(id, input)))
      const store = yield* JobStore
      const job = yield* mapExit(store.get(id))
      const { counts } = job
      yield* note(
        `${job.status}: ${describePages(counted(counts.completed, "page"), job.statusCounts)}, ${counts.failed} failed, ${counts.skipped} skipped, ${counted(job.creditsUsed, "credit")}`
      )
      for (const warning of yield* mapExit(jobWarnings(store, job, "--entire-domain")))
        yield* note(`warning: ${warning}`)
      const robots = yield* mapExit(store.skipped(id, "robots", { limit: 1000 }))
      if (robots.length > 0)
        yield* note(
          `robots.txt blocked ${robots.length === 1000 ? "1000 or more addresses" : counted(robots.length, "address", "addresses")}`
        )
      for (const { count, examples, trap } of yield* mapExit(Crawler.use((crawler) => crawler.traps(id)))) {
        yield* note(`endless series (${trap}): ${count}, such as ${examples[0]}`)
      }
      if (Option.isSome(input.output)) yield* note(resultLine(input.output.value, input, counts.completed))
      if (job.status !== "completed") {
        return yield* failed(job.error ?? `the crawl is ${job.status}`)
      }
      yield* failIfNothingReached(job)
    })
    yield* checkArchive(input)
    yield* checkOutput(input)
    const formats = isArchive(input) ? [archivedResponse] : []
    yield* Effect.provide(work, jobLayer(input, { worker: workerOf(input), formats }))
  })
).pipe(
  Command.withDescription("Turn a whole site into documents"),
  Command.withExamples([
    { command: "orbweaver crawl https://example.com --limit 100 -o site/", description: "A Markdown file a page" },
    { command: "orbweaver crawl https://example.com -o site.jsonl --data .orbweaver", description: "Can be resumed" },
    { command: "orbweaver crawl https://example.com --format warc -o site.warc.gz", description: "A web archive" },
    { command: "orbweaver crawl https://example.com -o site.wacz", description: "One that players open" }
  ])
)

type Input = InputOf<typeof flags>

const addressOf = (input: Input) =>
  Option.isSome(input.url) ? Effect.succeed(input.url.value) : usage("crawl needs a URL, or --resume")

/** What the prompt leads to. */
const show = Effect.fnUntraced(function* (input: Input) {
  const url = yield* addressOf(input)
  if (Option.isNone(input.prompt)) return yield* usage("--preview needs --prompt")
  const prompts = yield* CrawlPrompts
  yield* print(JSON.stringify(yield* mapExit(prompts.preview(url, input.prompt.value)), null, 2))
})

const begin = Effect.fnUntraced(function* (input: Input) {
  const url = yield* addressOf(input)
  const given = yield* pageJobOptions(CrawlOptions.fields, input, formatsOf(input))
  const order = given["relevantTo"] === undefined ? {} : { order: "best-first" }
  const explicit = yield* mapExit(decode({ ...order, ...given }))
  const crawler = yield* Crawler
  if (Option.isNone(input.prompt)) return (yield* mapExit(crawler.start(url, explicit))).id
  const { options, preview } = yield* mapExit(plan(yield* CrawlPrompts, url, input.prompt.value, explicit))
  yield* printPreview(preview)
  return (yield* mapExit(crawler.start(url, options))).id
})

const printPreview = Effect.fnUntraced(function* ({ reasons, warning }: Preview) {
  for (const { reason, words } of reasons) yield* note(`"${words}": ${reason}`)
  if (warning !== undefined) yield* note(`warning: ${warning}`)
})

const resumeCommand = Effect.fnUntraced(function* (text: string, { data, database }: Pick<Input, "data" | "database">) {
  if (Option.isNone(data) && Option.isNone(database)) {
    return yield* usage("--resume needs the store that the crawl was started with: --data DIR or --database URL")
  }
  const id = makeJobId.make(text)
  const store = yield* JobStore
  const job = yield* mapExit(store.get(id))
  if (job.status === "paused") yield* mapExit(store.move(id, "scraping"))
  return id
})

/** Writes each page as it comes, until the job ends. */
const follow = Effect.fnUntraced(function* (id: JobId, input: Input) {
  const { output } = input
  const documents = documentsOf(id)
  const services = yield* Effect.context<Fetcher>()
  const { context, warnings } = makeSinkContext((url, limits) =>
    Effect.runPromiseWith(services)(downloadFile(url, limits))
  )
  const writing = Option.isNone(output)
    ? Stream.runForEach(documents, (document) => print(lineOf(document)))
    : Stream.map(documents, (document) => asDocument(document) as WarcDocument).pipe(
        writeStream(sinkOf(output.value, input), context),
        Effect.catchTag("SinkError", ({ detail, operation }) => failed(`cannot ${operation}: ${detail}`))
      )
  yield* withProgress(id, writing)
  for (const warning of warnings) yield* note(`warning: ${warning}`)
})

const lineOf = (document: unknown): string => `${JSON.stringify(document)}\n`

/** Where the result is, as the last line. */
const resultLine = (path: string, input: Input, pages: number): string => {
  if (isArchive(input)) return `result: ${path}, a web archive of ${counted(pages, "page")}`
  if (isRecords(path))
    return `result: ${path}, ${isCsv(path) ? "a row" : "a line"} for each of ${counted(pages, "page")}`
  return `result: ${path}, ${counted(pages, "Markdown file")}, listed in ${join(path, "index.json")}`
}

const isJsonLines = (path: string): boolean => path.endsWith(".jsonl")
const isCsv = (path: string): boolean => path.endsWith(".csv")
const isRecords = (path: string): boolean => isJsonLines(path) || isCsv(path)

/** What an earlier run wrote stays until this one has ended; what a stopped run wrote stays beside it. */
const sinkOf = (path: string, input: Input): Sink<WarcDocument> => {
  if (isArchive(input)) return waczName.test(path) ? wacz(path) : warc(path)
  const options = input.append ? { append: true } : { keepPartial: true }
  if (isJsonLines(path)) return jsonLines(path, options)
  return isCsv(path) ? csv(path, options) : markdownFolder(path, { pictures: input.pictures })
}

/** Flags of an output that another one has not. */
const checkOutput = (input: Input) => {
  const path = Option.getOrUndefined(input.output)
  const isFolder = path !== undefined && !isRecords(path) && !isArchive(input)
  if (input.pictures && !isFolder) return usage("--pictures needs -o DIRECTORY")
  return input.append && (path === undefined || !isRecords(path))
    ? usage("--append needs -o FILE.jsonl or -o FILE.csv")
    : Effect.void
}

const archiveName = /\.(?:wacz|warc(?:\.gz)?)$/i
const waczName = /\.wacz$/i

const isArchive = ({ format, output }: Pick<Input, "format" | "output">): boolean =>
  format.includes("warc") || (Option.isSome(output) && archiveName.test(output.value))

const checkArchive = (input: Input) =>
  isArchive(input) && !(Option.isSome(input.output) && archiveName.test(input.output.value))
    ? usage("--format warc needs -o FILE.warc, -o FILE.warc.gz or -o FILE.wacz")
    : Effect.void

/** Markdown, and what an archive is written from. */
const formatsOf = (input: Input): ReadonlyArray<string> => {
  const named = input.format.filter((name) => name !== "warc")
  return isArchive(input) ? [...(named.length === 0 ? ["markdown"] : named), archivedResponse.name] : named
}

/** Ctrl-C: what is kept elsewhere can go on; what is in memory ends. */
const leaveJob = Effect.fnUntraced(function* (
  id: JobId,
  { append, data, database, output }: Pick<Input, "append" | "data" | "database" | "output">
) {
  const store = yield* JobStore
  const kept = Option.isSome(data) ? `--data ${data.value}` : Option.isSome(database) ? "--database …" : undefined
  yield* Effect.ignore(store.move(id, kept === undefined ? "cancelled" : "paused"))
  yield* note(
    kept === undefined
      ? "\nstopped; with --data DIR a crawl can be resumed"
      : `\npaused; resume with: orbweaver crawl --resume ${id} ${kept}`
  )
  const partial = Option.map(Option.filter(output, isRecords), (path) => (append ? path : `${path}.partial`))
  if (Option.isNone(partial)) return
  const files = yield* FileSystem.FileSystem
  const isWritten = yield* Effect.orElseSucceed(files.exists(partial.value), () => false)
  if (isWritten) yield* note(`the pages so far are in ${partial.value}`)
})
