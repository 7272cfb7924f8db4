/** What a prompt may set of a crawl, and why it did. The definition of an option says whether, and up to what. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { definitionOf, type OptionFields } from "@orbweaver/core/internal/model/optionDefinition"

const promptFields: OptionFields = Object.fromEntries(
  Object.entries(CrawlOptions.fields).filter(([, field]) => definitionOf(field)?.prompt !== undefined)
)

/** The options that a prompt may lead to, among others that it leaves alone. */
export type PromptOptions = Omit<CrawlOptions, "scrapeOptions" | "webhook">

/** The largest number that a prompt may ask for; a larger one is set by the option itself. */
export const promptMaximum = (option: keyof PromptOptions): number =>
  definitionOf(CrawlOptions.fields[option])?.prompt?.maximum ?? Infinity

const decodeOptions = Schema.decodeUnknownResult(CrawlOptions, { onExcessProperty: "error" })

/** Why a prompt may not set an option to this value, in words that follow its name; `undefined` when it may. */
export const promptProblem = (option: string, value: unknown): string | undefined => {
  const field = promptFields[option]
  if (field === undefined || Result.isFailure(decodeOptions({ [option]: value }))) {
    return "is no option of a prompt, or has no such value"
  }
  const definition = definitionOf(field)
  const { maximum = Infinity, only } = definition?.prompt ?? {}
  if (only !== undefined && value !== only) {
    return value === true ? "may not be turned on by a prompt" : `may only be ${String(only)} by a prompt`
  }
  if (Number(value) <= maximum || typeof value !== "number") return undefined
  return `is more than ${maximum}${definition?.unit === undefined ? "" : ` ${definition.unit}`}`
}

/** The options with their values and texts, one a line, for a model. */
export const promptVocabulary = (): string =>
  Object.entries(promptFields)
    .filter(([, field]) => definitionOf(field)?.prompt?.only === undefined)
    .map(([name, field]) => {
      const { text, unit } = definitionOf(field)!
      return `- ${name} (${valueText(field.schema)}${unit === undefined ? "" : `, ${unit}`}): ${text}`
    })
    .join("\n")

const valueText = (schema: Schema.Top): string => {
  const { enum: words, items, type } = Schema.toJsonSchemaDocument(schema).schema
  if (Array.isArray(words)) return words.map((word) => JSON.stringify(word)).join(" or ")
  return items === undefined ? String(type) : "list of texts"
}

export interface Reason {
  readonly option: string
  /** Of the prompt. */
  readonly words: string
  readonly reason: string
}
