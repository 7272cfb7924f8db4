/** Crawl options out of a prompt, for crawls of both versions and to look at first (docs/reference/v2.md §10, §10.6). */
import { plan, type PromptOptions } from "@orbweaver/extraction/prompts/CrawlPrompts"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { parseUrl, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { wireError, WireError } from "../../wire/ErrorBody.ts"
import type { Operation } from "../../gate/Operation.ts"
import { ParamsPreviewRequest } from "../../v2/schemas.ts"

/** The options that a prompt adds to a crawl, and the report about it. */
interface PromptedOptions<Options> {
  readonly options: PromptOptions & Options
  readonly answer: object
}

/** Options set by hand win; without a prompt, or with a blank one, they are all there is. */
export const withPrompt = <Options extends object>(
  { prompts }: Engines,
  url: string,
  prompt: string | undefined,
  explicit: Options
): Effect.Effect<PromptedOptions<Options>, WireError> =>
  prompt === undefined || prompt.trim() === ""
    ? Effect.succeed({ options: explicit, answer: {} })
    : plan(prompts, url, prompt, explicit).pipe(
        Effect.map(({ options, preview }) => ({
          options,
          answer: {
            promptGeneratedOptions: preview.options,
            finalCrawlerOptions: crawlerOptions(options),
            ...(preview.warning === undefined ? {} : { warning: preview.warning })
          }
        })),
        Effect.mapError((error) =>
          refused(
            "Failed to process natural language prompt. Please try rephrasing or use explicit crawler options.",
            error._tag === "FormatError" ? error.detail : (error.issues[0]?.message ?? error.message)
          )
        )
      )

/** The options of the crawl itself, without those of its pages. */
const crawlerOptions = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name !== "scrapeOptions"))

const refused = (error: string, reason: string): WireError =>
  new WireError({
    status: 400,
    code: "BAD_REQUEST",
    error,
    details: [{ code: "custom", path: ["prompt"], message: reason }]
  })

const read = reader(ParamsPreviewRequest, { strict: false })

const badParameters = (messages: ReadonlyArray<string>): WireError =>
  wireError(400, `Invalid request parameters: ${messages.join(", ")}`, "BAD_REQUEST")

/** The options that a prompt leads to, each with its reason; nothing is crawled. */
export const crawlParams = ({ egress, prompts }: Engines): Operation => ({
  kind: "crawl",
  body: "json",
  // It may ask a model, which is work.
  writes: true,
  price: () => ({ unit: "credits", amount: 1 }),
  work: ({ body, version }) =>
    Effect.gen(function* () {
      const checked = read(body, version)
      if (Result.isFailure(checked)) return yield* badParameters(checked.failure.map(({ message }) => message))
      const { prompt, url } = checked.success
      // Only whole addresses here: no scheme is added.
      if (!/^https?:\/\//i.test(url)) return yield* badParameters(["Invalid url"])
      yield* Effect.mapError(parseUrl(url, egress.policy, ["url"]), ({ issues }) =>
        badParameters(issues.map(({ message }) => message))
      )
      const { options, reasons, unused, warning } = yield* Effect.mapError(prompts.preview(url, prompt), (error) =>
        error._tag === "InvalidInput"
          ? badParameters(error.issues.map(({ message }) => message))
          : refused("Failed to process natural language prompt. Please try rephrasing.", error.detail)
      )
      if (reasons.length === 0) {
        return yield* refused(
          "Failed to process natural language prompt. Please try rephrasing.",
          warning ?? "No part of the prompt was understood"
        )
      }
      return {
        success: true,
        data: { url, ...options },
        reasons,
        ...(unused.length === 0 ? {} : { unused }),
        ...(warning === undefined ? {} : { warning })
      }
    })
})
