/**
 * Crawl options out of a prompt: by a small grammar of English, and, where there is
 * a model and the grammar left words unread, by the model for the rest
 * (docs/reference/v2.md §10, `prompt`, and §10.6). Words that neither
 * understood are named in `warning`.
 *
 * A prompt narrows a crawl or widens it by the few options of `PromptOptions`,
 * within `most`; it never turns robots.txt off and never touches where bytes may
 * go. Every option names the words that it comes from. What the caller set by
 * hand wins.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { decode } from "@orbweaver/core/model/CrawlOptions"
import { FormatError } from "@orbweaver/core/model/FormatError"
import { paid } from "../model/meteredModel.ts"
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { Ledger, type Service as LedgerService } from "@orbweaver/core/accounts/Ledger"
import { limits } from "@orbweaver/core/model/ScrapeOptions"
import * as Url from "@orbweaver/core/model/Url"
import { ask, type CrawlPromptRequest } from "./askCrawl.ts"
import { combine } from "./combine.ts"
import { type Finding, readGrammar } from "./grammar.ts"
import type { PromptOptions, Reason } from "./PromptOptions.ts"

export type { PromptOptions, Reason } from "./PromptOptions.ts"

export interface Preview {
  readonly url: string
  readonly options: PromptOptions
  readonly reasons: ReadonlyArray<Reason>
  /** Words of the prompt that lead to nothing. */
  readonly unused: ReadonlyArray<string>
  /** What was not understood, or not granted, in sentences; absent when there is nothing to say. */
  readonly warning?: string | undefined
  readonly madeBy: "rules" | "model"
  /** Of the model, when one was asked. */
  readonly tokens?: { readonly input: number; readonly output: number } | undefined
}

export interface Service {
  /** Fails with `InvalidInput` for a prompt that is empty or longer than 10,000 characters, with `FormatError` when the model fails and the grammar found nothing. */
  readonly preview: (url: string | URL, prompt: string) => Effect.Effect<Preview, InvalidInput | FormatError>
}

export class CrawlPrompts extends Context.Service<CrawlPrompts, Service>()("@orbweaver/extraction/CrawlPrompts") {
  static readonly layer = (model?: LanguageModel): Layer.Layer<CrawlPrompts, never, Ledger> =>
    Layer.effect(
      CrawlPrompts,
      Effect.map(Ledger, (ledger) => make(model === undefined ? undefined : { model, ledger }))
    )
}

/** A model, and where its tokens are counted. */
export interface MeteredPromptModel {
  readonly model: LanguageModel
  readonly ledger: LedgerService
}

/** The grammar, and the model where there is one. */
export const make = (promptModel?: MeteredPromptModel): Service => ({
  preview: Effect.fn("CrawlPrompts.preview")(function* (address, prompt) {
    const url = yield* Url.parse(address)
    if (typeof prompt !== "string") return yield* invalid("prompt", ["prompt"], "Expected string", "invalid_type")
    if (prompt.trim() === "") return yield* invalid("prompt", ["prompt"], "A prompt needs words")
    if (prompt.length > limits.prompt) {
      return yield* invalid("prompt", ["prompt"], `A prompt has at most ${limits.prompt} characters`, "too_big")
    }
    const read = readGrammar(prompt, url)
    const asked =
      promptModel === undefined || (read.unused.length === 0 && read.findings.length > 0)
        ? undefined
        : yield* Effect.result(askAndCharge(promptModel, { url: url.href, prompt, known: read.findings }))
    const answered = asked?._tag === "Success" ? asked.success : undefined
    if (asked?._tag === "Failure" && read.findings.length === 0) return yield* asked.failure
    const { notes, options, reasons } = combine(read.findings, answered?.findings ?? [])
    const unused = read.unused.filter((words) => !covered(words, answered?.findings ?? []))
    const warnings = [
      ...(unused.length === 0 ? [] : [`Not understood: ${listed(unused)}.`]),
      ...read.notes,
      ...(answered?.notes ?? []),
      ...notes,
      ...(asked?._tag === "Failure" ? [`The model was of no help: ${asked.failure.detail}.`] : [])
    ]
    return {
      url: url.href,
      // The grammar and the model write options; only the schema of crawls says what is one.
      options: yield* decode(options),
      reasons,
      unused,
      ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
      madeBy: (answered?.findings.length ?? 0) > 0 ? "model" : "rules",
      ...(answered === undefined ? {} : { tokens: answered.tokens })
    } satisfies Preview
  })
})

/** Asks the model and writes down what it took; an account without tokens asks nothing. */
const askAndCharge = Effect.fnUntraced(function* ({ ledger, model }: MeteredPromptModel, asked: CrawlPromptRequest) {
  const bill = { id: `prompt/${crypto.randomUUID()}/tokens`, reason: "prompt" }
  const { result, tokens } = yield* paid(bill, ask(model, asked)).pipe(
    Effect.provideService(Ledger, ledger),
    Effect.mapError(unpaid)
  )
  return { ...(yield* Effect.fromResult(result)), tokens }
})

const unpaid = (cause: { readonly message: string }) =>
  new FormatError({ format: "prompt", detail: `it was not asked (${cause.message})`, cause })

/** The options of a prompt; explicit options win. A prompt without any recognised option is an error. */
export const plan = Effect.fnUntraced(function* <Options extends object>(
  prompts: Service,
  url: string | URL,
  prompt: string,
  explicit: Options
): Effect.fn.Return<
  { readonly preview: Preview; readonly options: PromptOptions & Options },
  InvalidInput | FormatError
> {
  const preview = yield* prompts.preview(url, prompt)
  if (preview.reasons.length === 0) {
    return yield* invalid("prompt", ["prompt"], preview.warning ?? "No part of the prompt was understood")
  }
  const given = Object.fromEntries(Object.entries(explicit).filter(([, value]) => value !== undefined)) as Options
  return { preview, options: { ...preview.options, ...given } }
})

/** Whether the model took these words for an option. */
const covered = (words: string, findings: ReadonlyArray<Finding>): boolean =>
  findings.some((finding) => finding.words.toLowerCase().includes(words.toLowerCase()))

const listed = (words: ReadonlyArray<string>): string =>
  words
    .slice(0, 10)
    .map((each) => `"${each.length > 80 ? `${each.slice(0, 80)}…` : each}"`)
    .join(", ") + (words.length > 10 ? ` and ${words.length - 10} more` : "")
