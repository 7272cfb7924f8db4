/**
 * Batch scrape: a job whose pages are given and whose links are not followed.
 * An address that is given twice is scraped twice.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import { CurrentAccount } from "../accounts/Account.ts"
import { type BatchOptions, BatchRequest } from "../model/BatchOptions.ts"
import { type Candidate, Frontier } from "../jobs/Frontier.ts"
import type { Formats } from "../scrape/Format.ts"
import { makeFormatCheck } from "../scrape/formatCheck.ts"
import { ownedBy, unbounded } from "../jobs/newJob.ts"
import { HostRules } from "../network/HostRules.ts"
import { invalid, InvalidInput, type Issue } from "../model/InvalidInput.ts"
import * as Schema from "effect/Schema"
import { type Job, JobId, JobNotFound } from "../model/Job.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { StoreError } from "../model/StoreError.ts"
import type { TaskHandler } from "../jobs/TaskHandlers.ts"
import * as Url from "../model/Url.ts"
import { fingerprint } from "../model/UrlIdentity.ts"
import { readWebhook } from "../model/WebhookOptions.ts"

export interface Started {
  readonly job: Job
  /** What was left out, as the caller wrote it; absent when nothing is to be left out. */
  readonly invalidURLs: ReadonlyArray<string> | undefined
}

export interface StartOptions extends BatchOptions {
  /** Id of the new job, a UUID; random when absent. */
  readonly id?: JobId | undefined
  /** The monitor whose check starts it. */
  readonly monitorId?: string | undefined
  /** What structured data is called in the documents, `json` when absent; only the v1 wire asks for it. */
  readonly dataName?: "extract"
  /** What was asked for and is not done, in sentences: a part of the warnings of the job and of its documents. */
  readonly notes?: ReadonlyArray<string>
}

export interface Service {
  /**
   * Fails with `JobNotFound` when `appendToId` names no batch of the account, and with `InvalidInput` when an option of the
   * whole batch (`webhook`, `maxConcurrency`, `priority`) is given beside it with another value than the batch has.
   */
  readonly start: (
    urls: ReadonlyArray<string>,
    options?: StartOptions
  ) => Effect.Effect<Started, InvalidInput | JobNotFound | StoreError>
  /** Makes pages of the addresses of a very large batch that its start did not live to take in. */
  readonly collect: TaskHandler
}

export class Batch extends Context.Service<Batch, Service>()("@orbweaver/core/Batch") {
  static readonly layer: Layer.Layer<Batch, never, JobStore | Frontier | Formats> = Layer.effect(
    Batch,
    Effect.suspend(() => make())
  )
}

/** Addresses that are read, or pages that are made in one transaction, before others come to their turn. */
const atOnce = 1000

const make = Effect.fnUntraced(function* () {
  const store = yield* JobStore
  const frontier = yield* Frontier
  const checkFormats = yield* makeFormatCheck
  const hosts = yield* HostRules

  const start = Effect.fn("Batch.start")(function* (
    urls: ReadonlyArray<string>,
    { id: newId, monitorId, ...options }: StartOptions = {}
  ) {
    const account = yield* CurrentAccount
    const ignoring = options.ignoreInvalidURLs ?? true
    const { invalidURLs, issues, valid } = yield* partitionUrls(urls)
    if (!ignoring && issues.length > 0) return yield* new InvalidInput({ what: "batch urls", issues })
    const left = ignoring ? invalidURLs : undefined
    yield* checkFormats(options.scrapeOptions)
    const webhook = options.webhook === undefined ? undefined : yield* readWebhook(options.webhook)

    if (options.appendToId !== undefined) {
      const id = JobId.make(options.appendToId)
      const job = yield* store.get(id)
      if (job.accountId !== account.id || job.kind !== "batch") return yield* new JobNotFound({ id })
      if (job.status === "cancelled" || job.status === "failed") {
        return yield* invalid(
          "batch options",
          ["appendToId"],
          `The batch ${id} is ${job.status} and takes no more pages`
        )
      }
      const fixed = yield* unchangeable(job, options)
      if (fixed.length > 0) return yield* new InvalidInput({ what: "batch options", issues: fixed })
      const prefix = crypto.randomUUID()
      const { keyName = job.keyName } = account
      const { notes = [], scrapeOptions } = options
      // Without options of their own the pages are scraped as those before, which the notes of the batch are about.
      const request = scrapeOptions === undefined ? {} : { scrapeOptions, notes }
      const addition = { id: prefix, keyName, request }
      for (let from = 0; from < valid.length; from += atOnce) {
        yield* Effect.yieldNow
        yield* frontier.admit(id, pagesOf(prefix, valid.slice(from, from + atOnce), from), {
          addition,
          reopen: true
        })
      }
      return { job: yield* store.get(id), invalidURLs: left }
    }

    const id = newId ?? JobId.make(crypto.randomUUID())
    const rest = valid.slice(atOnce)
    const request: BatchRequest = rest.length === 0 ? options : { ...options, rest }
    const job = yield* store.create({
      id,
      kind: "batch",
      ...ownedBy(account),
      monitorId,
      ...unbounded,
      request,
      origin: valid[0] ?? "",
      priority: options.priority ?? 0,
      maxConcurrency: options.maxConcurrency ?? Infinity,
      heedsCrawlDelay: hosts.hasDelays,
      webhook,
      task: rest.length > 0,
      seeds: pagesOf(id, valid.slice(0, atOnce), 0)
    })
    if (rest.length === 0) return { job, invalidURLs: left }
    // The next reader sees them all; if this process ends first, the task adds the remaining ones.
    yield* Effect.ignore(addPages(id, rest))
    return { job: yield* store.get(id), invalidURLs: left }
  })

  const addPages = Effect.fnUntraced(function* (id: JobId, rest: ReadonlyArray<string>) {
    for (let from = 0; from < rest.length; from += atOnce) {
      yield* Effect.yieldNow
      yield* frontier.admit(id, pagesOf(id, rest.slice(from, from + atOnce), atOnce + from))
    }
  })

  const collect: TaskHandler = Effect.fnUntraced(function* (job: Job) {
    const { rest = [] } = yield* Effect.mapError(
      decodeRequest(job.request),
      (cause) => new StoreError({ operation: "Batch.collect", cause })
    )
    yield* addPages(job.id, rest)
  })

  return Batch.of({ start, collect })
})

const decodeRequest = Schema.decodeUnknownEffect(BatchRequest)

/** Options of the whole batch, which pages that are added cannot change. */
const wholeBatch = ["webhook", "maxConcurrency", "priority"] as const

/** What is asked for with added pages and cannot be done. */
const unchangeable = (job: Job, options: StartOptions): Effect.Effect<ReadonlyArray<Issue>> =>
  Effect.match(decodeRequest(job.request), {
    onFailure: () => [
      { path: ["appendToId"], message: job.warning ?? `The batch ${job.id} cannot be read`, code: "custom" }
    ],
    onSuccess: (before) =>
      wholeBatch
        .filter((name) => options[name] !== undefined && !Equal.equals(options[name], before[name]))
        .map((name) => ({
          path: [name],
          message: `belongs to the whole batch ${job.id}, and pages that are added by appendToId cannot change it: leave it out, or start a new batch`,
          code: "custom"
        }))
  })

/** One page an entry of the list: the place in the list is part of its identity. */
const pagesOf = (prefix: string, urls: ReadonlyArray<string>, from: number): ReadonlyArray<Candidate> =>
  urls.map((url, index) => ({
    key: fingerprint(`${prefix}/${from + index}`),
    url,
    host: new URL(url).host,
    depth: 0,
    decision: { admit: true }
  }))

/** Separates valid addresses from invalid ones. */
export const partitionUrls = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const valid: Array<string> = []
  const invalidURLs: Array<string> = []
  const issues: Array<Issue> = []
  for (const [index, url] of urls.entries()) {
    if (index % atOnce === atOnce - 1) yield* Effect.yieldNow
    yield* Url.parse(url, { path: ["urls", index] }).pipe(
      Effect.match({
        onSuccess: ({ href }) => void valid.push(href),
        onFailure: (error) => {
          invalidURLs.push(url)
          issues.push(...error.issues)
        }
      })
    )
  }
  return { valid, invalidURLs, issues }
})
