/** What an agent is asked for, and how far it may go. Each option is written down once. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { ThreatProtection } from "@orbweaver/core/model/ThreatProtection"
import { type InvalidInput, reader } from "@orbweaver/core/model/InvalidInput"
import { jobFields } from "@orbweaver/core/internal/model/JobOptions"
import { defaultsOf, option } from "@orbweaver/core/internal/model/optionDefinition"
import { schemaProblems } from "../json/schemaIndex.ts"

export const limits = { prompt: 10_000, urls: 100 } as const

export const Effort = Schema.Literals(["low", "medium", "high"])

export const Mode = Schema.Literals(["extract", "chat"])

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** What may be left out of the options. */
export const optionFields = {
  /** Addresses to begin at. Default: the web is searched. */
  urls: option(Schema.Array(Schema.String).check(Schema.isMaxLength(limits.urls)), {
    text: "Addresses to begin at",
    otherwise: "the web is searched",
    flag: false
  }),
  /** JSON Schema of the data. Default: an answer in words. */
  schema: option(Schema.Json, { text: "JSON Schema of the data", otherwise: "an answer in words" }),
  /** How far it goes where `maxSteps`, `timeLimit` and `maxCredits` do not say it. Default: `"medium"`. */
  effort: option(Effort, {
    text: "How far it goes where `maxSteps`, `timeLimit` and `maxCredits` do not say it",
    default: "medium"
  }),
  /** `chat` answers in words, and goes on a conversation; `extract` gives data. Default: `"extract"`. */
  mode: option(Mode, {
    text: "`chat` answers in words, and goes on a conversation; `extract` gives data",
    default: "extract"
  }),
  /** The thread to go on: the `threadId` of an earlier agent. Default: a new one. */
  threadId: option(Schema.String.check(Schema.isMaxLength(100)), {
    text: "The thread to go on: the `threadId` of an earlier agent",
    otherwise: "a new one"
  }),
  /** Maximum number of credits to use. Default: 100. */
  maxCredits: option(between(1, 1_000_000), {
    text: "Maximum number of credits to use",
    default: 100
  }),
  /** Maximum number of tool calls. Default: 20. */
  maxSteps: option(between(1, 100), {
    text: "Maximum number of tool calls",
    default: 20,
    tool: false
  }),
  /** Limit for the whole work, in seconds. Default: 300 seconds. */
  timeLimit: option(between(10, 3600), {
    text: "Limit for the whole work",
    default: 300,
    unit: "seconds",
    flag: { name: "time" },
    tool: false
  }),
  /** Read pages below the given addresses only, and do not search. Default: `false`. */
  strictConstrainToURLs: option(Schema.Boolean, {
    text: "Read pages below the given addresses only, and do not search",
    default: false,
    flag: { name: "strict" }
  }),
  /**
   * Leave out what speaks to models, not to readers, of the pages that are read; `warning` names it. Default: `true`.
   */
  checkPromptInjection: option(Schema.Boolean, {
    text: "Leave out what speaks to models, not to readers, of the pages that are read; `warning` names it",
    default: true,
    tool: false
  }),
  /** Hosts that must not be reached, by lists of the caller. Default: none. */
  threatProtection: option(ThreatProtection, {
    text: "Hosts that must not be reached, by lists of the caller",
    otherwise: "none",
    flag: false,
    tool: false
  }),
  /**
   * Address that receives the events of the job, or an object with `url`, `headers`, `metadata` and `events`. Default:
   * none.
   */
  webhook: jobFields.webhook
} as const

export const AgentOptions = Schema.Struct({
  /** What is wanted, in words. */
  prompt: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(limits.prompt)).annotate({
    description: "What is wanted, in words"
  }),
  ...optionFields
})
export type AgentOptions = typeof AgentOptions.Type

/** What omitted options mean. */
export const defaults = defaultsOf(optionFields)

/** The bounds of each effort; `tokens` are those of a whole run, which no option names. */
export const efforts = {
  low: { maxSteps: 8, timeLimit: 120, maxCredits: 30, tokens: 150_000 },
  medium: { ...Struct.pick(defaults, ["maxSteps", "timeLimit", "maxCredits"]), tokens: 500_000 },
  high: { maxSteps: 50, timeLimit: 1200, maxCredits: 300, tokens: 1_500_000 }
} as const satisfies Readonly<Record<typeof Effort.Type, object>>

export const decode: (input: unknown) => Effect.Effect<AgentOptions, InvalidInput> = reader(
  "agent options",
  AgentOptions.check(
    Schema.makeFilter(({ schema, strictConstrainToURLs, urls = [] }) =>
      strictConstrainToURLs === true && urls.length === 0
        ? { path: ["strictConstrainToURLs"], issue: "Expected urls to stay below" }
        : schemaProblems(schema)
    )
  )
)
