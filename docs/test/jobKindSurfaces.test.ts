// A kind of job is added by its entry, its definition with its handler, its line in the list, and its guide: everything
// that offers jobs takes it from there.
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import * as Worker from "@orbweaver/core/crawl/Worker"
import { option } from "@orbweaver/core/internal/model/optionDefinition"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { TaskHandlers } from "@orbweaver/core/jobs/TaskHandlers"
import { reader } from "@orbweaver/core/model/InvalidInput"
import { type Job, type JobKind, jobKinds } from "@orbweaver/core/model/Job"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { defineJob } from "@orbweaver/extraction/internal/jobs/defineJob"
import { resultJobs } from "@orbweaver/extraction/internal/kinds/resultJobs"
import { Context, Effect, Layer, ManagedRuntime, Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { afterAll, expect, expectTypeOf, it } from "vitest"
import { existsSync } from "node:fs"
import { commonStatus, type JobEngine, jobsOf, JobState } from "../../packages/extraction/src/jobs/jobEngine.ts"
import { plainOperations } from "../../packages/http/src/features/jobs/resultJobs.ts"
import { jobGroup } from "../../packages/http/src/wire/jobEndpoints.ts"
import { parts } from "../../packages/http/test/assembly.ts"
import { resultCommand } from "../../packages/orbweaver/src/cli/commands/resultCommand.ts"
import { handlersOf, type ResultJobEngines } from "../../packages/orbweaver/src/assembly/jobs.ts"
import { resultMethods } from "../../packages/orbweaver/src/jobs/resultMethods.ts"
import { jobTools } from "../../packages/orbweaver/src/mcp/jobTools.ts"
import { additions } from "../../scripts/house/additions.ts"
import { sourceFiles } from "../../scripts/house/imports.ts"
import { helpOf } from "../generate/commandLine.ts"
import { enginesOf, serve } from "./testApi.ts"

// ---- What somebody writes who adds a kind.

const fields = {
  lines: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })), {
    text: "Lines of the poem",
    default: 3
  })
}
const PoemRequest = Schema.Struct({ about: Schema.String, ...fields })
const readPoem = reader("poem options", PoemRequest)
const Poem = Schema.Struct({
  id: Schema.String,
  status: JobState,
  poem: Schema.optionalKey(Schema.String),
  error: Schema.optionalKey(Schema.String),
  creditsUsed: Schema.Number,
  expiresAt: Schema.String
})
/** Its entry. */
Object.assign(jobKinds, { poem: { webhookPrefix: "poem", endpoint: "poem", answersWithPages: false } })
afterAll(() => Reflect.deleteProperty(jobKinds, "poem"))
const kind = "poem" as JobKind

interface Service extends JobEngine<typeof Poem.Type> {
  readonly start: (request: typeof PoemRequest.Type) => Effect.Effect<Job, StoreError>
}

class Poet extends Context.Service<Poet, Service>()("test/Poet") {
  static readonly layer = Layer.effect(
    Poet,
    Effect.map(JobStore, (store) => {
      const poems = jobsOf(store, kind, "Poet", PoemRequest)
      return Poet.of({
        start: (request) => poems.create({ request, origin: "", maxConcurrency: 1 }),
        status: (id) =>
          Effect.map(poems.find(id), (job) => ({
            ...commonStatus(job),
            ...(typeof job.output === "string" ? { poem: job.output } : {})
          })),
        collect: Effect.fnUntraced(function* (job) {
          const { about, lines = 3 } = yield* poems.requestOf(job)
          yield* store.finish(job.id, Array.from({ length: lines }, () => about).join("\n"), 0)
        })
      })
    })
  )
}

const poemJob = defineJob({
  kind,
  noun: "poem",
  plural: "Poems",
  methods: { start: "startPoem", status: "getPoemStatus", run: "poem", cancel: "cancelPoem" },
  required: { about: Schema.String.annotate({ description: "What it is about" }) },
  options: fields,
  status: Poem,
  engine: Poet,
  layer: () => Poet.layer,
  decode: readPoem,
  start: (poet, request) => poet.start(request),
  command: {
    name: "poem",
    text: "Write a poem",
    examples: [{ command: "orbweaver poem spiders", description: "Of three lines" }],
    arguments: { about: { name: "subject", text: "What it is about" } },
    printsStatus: true,
    answer: ({ poem = "" }) => poem
  },
  tool: {
    title: "Write a poem",
    text: "Writes a poem.",
    statusTitle: "Look at a poem",
    statusText: "State of a poem.",
    answer: ({ poem = "" }, head) => [...head, poem].join("\n")
  }
})

// ---- What follows from it.

const worker = Layer.provide(Worker.layer(), handlersOf<ResultJobEngines | Poet>([...resultJobs, poemJob]))
const services = worker.pipe(
  Layer.provideMerge(poemJob.layer()),
  Layer.provideMerge(parts({ working: false })),
  Layer.provideMerge(ApiKeys.layerOpen())
)
const runtime = ManagedRuntime.make(services)
afterAll(() => runtime.dispose())

const orb = resultMethods(poemJob, {
  run: (effect) => runtime.runPromise(effect),
  holdUntilEnd: () => Effect.void
})

it("workers have its handler beside the others", async () => {
  const handlers = await runtime.runPromise(
    Effect.provide(TaskHandlers, handlersOf<ResultJobEngines | Poet>([...resultJobs, poemJob]))
  )
  expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(jobKinds).toSorted())
})

it("the library starts it, runs it to its end, and cancels it", async () => {
  expectTypeOf(orb.poem).parameter(0).toHaveProperty("about")
  expectTypeOf(orb.getPoemStatus).returns.resolves.toHaveProperty("poem")
  const done = await orb.poem({ about: "spiders", lines: 2 })
  expect(done).toMatchObject({ status: "completed", poem: "spiders\nspiders" })
  const { id } = await orb.startPoem({ about: "webs" })
  expect((await orb.getPoemStatus(id)).id).toBe(id)
  expect(await orb.cancelPoem(done.id)).toBe(false)
  await expect(orb.poem({ about: "spiders", lines: 10 })).rejects.toMatchObject({ _tag: "InvalidInput" })
})

it("language models get two tools for it", async () => {
  const [start, status] = jobTools(poemJob)
  expect(start?.definition).toMatchObject({
    name: "poem",
    inputSchema: { required: ["about"], properties: { lines: { description: "Lines of the poem (default 3)" } } }
  })
  expect(status?.definition.name).toBe("poem_status")
  const text = await runtime.runPromise(start!.run({ about: "silk", lines: 1 }))
  expect(text).toMatch(/^Poem [\w-]+: completed\.\nsilk$/)
})

it("the command line has a command for it, with its arguments and flags", async () => {
  const help = await helpOf([], resultCommand(poemJob))
  expect(help).toMatchObject({ description: "Write a poem", args: [{ name: "subject" }] })
  const flags = help.flags.map(({ name }) => name)
  expect(flags).toEqual(expect.arrayContaining(["lines", "json", "data"]))
})

it("the API starts it, runs it to its end, documents it and cancels it", async ({ expect }) => {
  const group = jobGroup(poemJob)
  class Api extends HttpApi.make("test").add(group).prefix("/v2") {}
  expect(OpenApi.fromApi(Api).paths["/v2/poem"]?.post).toMatchObject({
    operationId: "startPoem",
    summary: "Write a poem, as a job"
  })

  const context = await runtime.runPromise(Effect.context<Layer.Success<typeof services>>())
  const { ask } = await serve(context, Api, plainOperations(enginesOf(context), poemJob))

  const started = await ask("POST", "/poem", { about: "threads", lines: 2 })
  expect(started).toMatchObject({ status: 200, body: { success: true, id: expect.any(String) } })
  const status = () => ask("GET", `/poem/${started.body.id}`)
  await expect.poll(status).toMatchObject({ status: 200, body: { success: true, status: "completed" } })
  expect((await status()).body.poem).toBe("threads\nthreads")
  expect(await ask("POST", "/poem", { about: "threads", lines: 10 })).toMatchObject({ status: 400 })
  expect(await ask("GET", "/poem/nothing")).toMatchObject({ status: 404 })
  expect(await ask("DELETE", `/poem/${started.body.id}`)).toMatchObject({ body: { status: "cancelled" } })
})

it("one more kind is the files that the house counts, and no surface names one", () => {
  for (const file of additions["job kind"].changed)
    expect([file, existsSync(new URL(`../../${file}`, import.meta.url))]).toEqual([file, true])
  const surfaces = [
    "packages/http/src/features/Engines.ts",
    "packages/http/src/features/jobs/resultJobs.ts",
    "packages/http/src/server/Server.ts",
    "packages/http/src/server/operationsV2.ts",
    "packages/http/src/wire/jobEndpoints.ts",
    "packages/orbweaver/src/assembly/Site.ts",
    "packages/orbweaver/src/cli/commands/resultCommand.ts",
    "packages/orbweaver/src/cli/program/root.ts",
    "packages/orbweaver/src/assembly/jobs.ts",
    "packages/orbweaver/src/jobs/methods.ts",
    "packages/orbweaver/src/jobs/resultMethods.ts",
    "packages/orbweaver/src/mcp/Server.ts",
    "packages/orbweaver/src/mcp/jobTools.ts"
  ]
  const files = sourceFiles().filter(({ path }) => surfaces.includes(path))
  expect(files).toHaveLength(surfaces.length)
  // Each kind has a room, and no surface looks into one.
  const room = /^packages\/extraction\/src\/(?:agent|extract|llmstxt|research)\//
  expect(
    files.flatMap(({ imports, path }) => imports.filter((name) => room.test(name)).map((name) => [path, name]))
  ).toEqual([])
})
