/** What tests of agents and research share: jobs in memory, the pages of a web in a record, and a model by a function. */
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { type ClaimedPage, Frontier, type PageOutcome } from "@orbweaver/core/jobs/Frontier"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { claim, settle, settlement } from "@orbweaver/testing/internal/jobs"
import type { Document } from "@orbweaver/core/model/Document"
import { modelAnswer } from "@orbweaver/testing/internal/doubles/modelAnswer"
import { Duration, Effect, Layer, Stream } from "effect"
import { LanguageModel } from "effect/ai"
import type { AiError } from "effect/ai/AiError"

/**
 * Markdown of a page, members of its document, the status that it answers, or `null` for one that is never done. An address
 * that is absent fails.
 */
export type Web = Readonly<Record<string, PageAnswer | null>>
type PageAnswer = string | number | Partial<Document>

export const noConnection = "The connection failed"

/** Jobs and accounts in memory. */
export const jobStores = TemporaryJobs.layer().pipe(Layer.provideMerge(Ledger.layerMemory))

/** Settles the pages of jobs as a worker does, at once, a credit each. `visited` lists what was fetched. */
export const pageWorker = Effect.fnUntraced(function* (web: Web) {
  const frontier = yield* Frontier
  const visited: Array<string> = []
  const work = Effect.gen(function* () {
    const pages = yield* claim(20)
    for (const page of pages) {
      visited.push(page.url)
      const answer = web[page.url]
      if (answer === null) continue
      const outcome = answer === undefined ? { _tag: "Failed" as const, error: noConnection } : outcomeOf(page, answer)
      yield* settle(settlement(page, outcome))
    }
    if (pages.length === 0) yield* frontier.awaitWork(Duration.hours(1))
  })
  yield* Effect.forkScoped(Effect.forever(work))
  return visited
})

const outcomeOf = (page: ClaimedPage, answer: PageAnswer): PageOutcome => {
  const { url } = page
  const statusCode = typeof answer === "number" ? answer : 200
  const debit = { id: `scrape/${page.jobId}/${page.page}`, accountId: page.accountId, reason: "scrape" }
  return {
    _tag: "Completed",
    credits: 1,
    debits: [{ ...debit, unit: "credits", amount: 1 }],
    document: {
      markdown: typeof answer === "string" ? answer : "Gone",
      metadata: { sourceURL: url, url, statusCode, title: `Title of ${url}` },
      ...(typeof answer === "object" ? answer : {})
    }
  }
}

/** A model that answers what the function gives for the prompt and the number of the call, counted from 1. */
export const modelOf = (answer: (prompt: string, call: number) => Effect.Effect<string | object, AiError>) => {
  let calls = 0
  return LanguageModel.make({
    generateText: ({ prompt }) =>
      Effect.map(
        Effect.suspend(() => answer(JSON.stringify(prompt.content), ++calls)),
        modelAnswer
      ),
    streamText: () => Stream.empty
  })
}
