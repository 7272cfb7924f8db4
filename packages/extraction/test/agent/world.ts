/** An agent over the pages of a record, whose model and search are scripts. */
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { JobStore, type JobStores } from "@orbweaver/core/jobs/JobStore"
import type { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { AgentBrowser, type AgentBrowserService } from "@orbweaver/extraction/internal/browse/AgentBrowser"
import { Agent, type AgentOptions } from "@orbweaver/extraction/agent/Agent"
import { scriptedSearch } from "@orbweaver/testing/doubles/scripted"
import { Effect, Fiber, Layer } from "effect"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { TestClock } from "effect/testing"
import { jobStores, pageWorker, type Web } from "../jobs/jobWeb.ts"

export const at = (path: string) => `https://site.test/${path}`

export const step = (tool: "search" | "map" | "read" | "extract" | "interact" | "answer", more: object = {}) => ({
  tool,
  query: "",
  urls: [],
  answer: "",
  reason: "because",
  ...more
})
export const read = (...paths: ReadonlyArray<string>) => step("read", { urls: paths.map(at) })
export const answer = (text: string) => step("answer", { answer: text })

export const web: Web = {
  [at("a")]: "The tower is 1,299 metres high.",
  [at("b")]: "It was built by Ada Quill.",
  [at("c")]: "Nothing of interest.",
  [at("gone")]: 404,
  [at("slow")]: null
}

export const search = () => scriptedSearch({ tower: [{ url: at("a"), title: "The tower" }] })

export interface Setting {
  readonly model?: LanguageModel
  readonly search?: Layer.Layer<SearchProvider>
  readonly mapper?: Layer.Layer<Mapper>
  readonly browser?: AgentBrowserService
}

/** An agent over the web above. */
export const withAgent = <A, E>(
  { browser, mapper = Layer.mock(Mapper)({}), model, search: provider = search().layer }: Setting,
  body: (visited: ReadonlyArray<string>) => Effect.Effect<A, E, Agent | JobStores | Ledger>
) =>
  Effect.flatMap(pageWorker(web), body).pipe(
    Effect.scoped,
    Effect.provide(
      Agent.layer(model).pipe(
        Layer.provide([provider, mapper, Layer.succeed(AgentBrowser, browser)]),
        Layer.provideMerge(jobStores)
      )
    )
  )

export const begin = Effect.fnUntraced(function* (options: Partial<AgentOptions> = {}) {
  const agent = yield* Agent
  const store = yield* JobStore
  const job = yield* agent.start({ prompt: "How high is the tower?", ...options })
  // A worker reads the job as it is when it takes it up.
  const collect = Effect.flatMap(store.get(job.id), agent.collect)
  return { id: job.id, status: agent.status(job.id), collect }
})

/** Runs the agent to its end and gives what its caller reads then. */
export const run = Effect.fnUntraced(function* (options?: Partial<AgentOptions>) {
  const { collect, status } = yield* begin(options)
  yield* collect
  return yield* status
})

/** Runs it while the time goes by. */
export const runFor = Effect.fnUntraced(function* (minutes: number, options?: Partial<AgentOptions>) {
  const fiber = yield* Effect.forkChild(run(options))
  yield* TestClock.adjust(`${minutes} minutes`)
  return yield* Fiber.join(fiber)
})
