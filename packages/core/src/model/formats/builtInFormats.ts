/**
 * The built-in formats: everything about each except the code that makes it (`builtInFormat` of `scrape/Format.ts`). A
 * format of somebody else has no entry and is treated as `otherFormat`.
 */
import * as Schema from "effect/Schema"
import { option } from "../optionDefinition.ts"
import { limits, ScreenshotOptions } from "../ScrapeOptions.ts"
import { Branding } from "./Branding.ts"
import { ChangeTracking } from "./ChangeTracking.ts"
import type { FormatDefinition } from "./formatDefinition.ts"
import { Menu } from "./Menu.ts"
import { Product } from "./Product.ts"

export type { Branding } from "./Branding.ts"
export type { ChangeTracking } from "./ChangeTracking.ts"
export type { Menu, MenuItem, MenuSection } from "./Menu.ts"
export type { Money } from "./Money.ts"
export type { Product, ProductVariant } from "./Product.ts"

const optional = Schema.optionalKey
const Strings = Schema.Array(Schema.String)
const JsonSchema = Schema.Record(Schema.String, Schema.Json)
const Prompt = Schema.String.check(Schema.isMaxLength(limits.prompt))
const RequiredText = Schema.NonEmptyString.check(Schema.isMaxLength(limits.prompt))

/** What formats fill of a document. */
export const formatFields = {
  /** The content as Markdown, with absolute addresses; empty where the page has none. */
  markdown: optional(Schema.String),
  /** The content as cleaned HTML, with absolute addresses: no scripts, no styles. */
  html: optional(Schema.String),
  /** The whole page as it was received, or as the browser had it. */
  rawHtml: optional(Schema.String),
  /** Absolute addresses that the page links to, each once. */
  links: optional(Strings),
  /** Absolute addresses of the pictures of the page, each once. */
  images: optional(Strings),
  /** Address or `data:` URI of the picture; absent for files, which have none. */
  screenshot: optional(Schema.String),
  /** A few sentences, by a model or by rules; empty where the page has no text. */
  summary: optional(Schema.String),
  /** The data of the schema or prompt; absent where the page has none of it, and `warning` then says so. */
  json: optional(Schema.Json),
  /** How the page differs from the last scrape with the same options; absent where it was not shown. */
  changeTracking: optional(ChangeTracking),
  /** Values of each selector and attribute, in the order in which these were asked for. */
  attributes: optional(
    Schema.Array(Schema.Struct({ selector: Schema.String, attribute: Schema.String, values: Strings }))
  ),
  /** What was left out of the main content and by which rule, in the order of the page. */
  mainContentReport: optional(
    Schema.Array(
      Schema.Struct({
        rule: Schema.String,
        reason: Schema.String,
        path: Schema.String,
        characters: Schema.Int,
        sample: Schema.String,
        /** Pictures, media (films, sounds, frames) and tables that went with it; absent where there are none. */
        pictures: optional(Schema.Int),
        media: optional(Schema.Int),
        tables: optional(Schema.Int)
      })
    )
  ),
  /** Colours, fonts and components of the page; absent for files, which are not rendered. */
  branding: optional(Branding),
  /** The product that the page sells; absent where it sells none, and `warning` then says so. */
  product: optional(Product),
  /** The menu of a restaurant; `isMenu` is `false` where the page shows none. */
  menu: optional(Menu),
  /** What the page says to the question, by a model or as quotes; empty where it does not answer, with a `warning`. */
  answer: optional(Schema.String),
  /** Quotes of the passages that speak to the query, best first; empty where none does. */
  highlights: optional(Schema.String),
  /** The Markdown in pieces for retrieval: `tokens` are estimated, `start` is the place in the Markdown in characters. */
  chunks: optional(
    Schema.Array(
      Schema.Struct({
        id: Schema.String,
        text: Schema.String,
        headings: Strings,
        tokens: Schema.Int,
        start: Schema.Int,
        /** Id on the page of the title that it stands under. */
        anchor: optional(Schema.String)
      })
    )
  )
}

export const builtInFormats = {
  markdown: {
    text: "Markdown of the main content",
    everyPage: true,
    cut: "markdown",
    files: "always",
    v1: true,
    byName: true
  },
  html: {
    text: "HTML of the main content, cleaned, with absolute addresses",
    everyPage: true,
    cut: "html",
    files: "always",
    v1: true,
    byName: true
  },
  rawHtml: {
    text: "The page as it was answered or rendered",
    everyPage: true,
    cut: "html",
    files: "always",
    v1: true,
    byName: true
  },
  links: {
    text: "Absolute addresses of the links",
    everyPage: true,
    cut: "plain",
    files: "always",
    v1: true,
    byName: true
  },
  images: {
    text: "Absolute addresses of the pictures",
    everyPage: true,
    cut: "plain",
    files: "always",
    v1: false,
    byName: true
  },
  screenshot: {
    text: "A picture of the page, as a `data:` URI or an address",
    everyPage: false,
    options: ScreenshotOptions.fields,
    needs: ["screenshot"],
    cut: "picture",
    files: "never",
    v1: true,
    byName: false
  },
  json: {
    text: "Data by a schema, a prompt or both",
    everyPage: false,
    options: {
      /** JSON Schema of the data. Default: none. */
      schema: option(JsonSchema, { text: "JSON Schema of the data" }),
      /** What to extract, described in words; followed where there is a model. Default: none. */
      prompt: option(Prompt, { text: "What to extract, described in words; followed where there is a model" }),
      /** The same as the option `checkPromptInjection` of the scrape. Default: `false`. */
      checkPromptInjection: option(Schema.Boolean, {
        text: "The same as the option `checkPromptInjection` of the scrape",
        default: false
      })
    },
    cut: "whole",
    files: "always",
    v1: true,
    byName: false
  },
  summary: { text: "A summary of the page", everyPage: true, cut: "plain", files: "always", v1: true, byName: true },
  changeTracking: {
    text: "What changed since the page was last scraped",
    everyPage: false,
    options: {
      /** `git-diff` gives the lines, `json` compares fields. Default: the status alone. */
      modes: option(Schema.Array(Schema.Literals(["git-diff", "json"])), {
        text: "`git-diff` gives the lines, `json` compares fields",
        otherwise: "the status alone"
      }),
      /** JSON Schema of the fields that the mode `json` compares. Default: none. */
      schema: option(JsonSchema, {
        text: "JSON Schema of the fields that the mode `json` compares"
      }),
      /** The fields that the mode `json` compares, in words. Default: none. */
      prompt: option(Prompt, { text: "The fields that the mode `json` compares, in words" }),
      /** Names a history of its own. Default: none. */
      tag: option(Schema.NullOr(Schema.String), { text: "Names a history of its own" })
    },
    cut: "plain",
    files: "withAddress",
    v1: true,
    byName: false
  },
  attributes: {
    text: "Values of attributes by CSS selector",
    everyPage: true,
    options: { selectors: Schema.Array(Schema.Struct({ selector: Schema.String, attribute: Schema.String })) },
    cut: "plain",
    files: "always",
    v1: false,
    byName: false
  },
  mainContentReport: {
    text: "What was left out of the main content, and by which rule",
    everyPage: true,
    options: {
      /** Sum it up in `warning` too: "comments: 7,222 characters left out". Default: `false`. */
      note: option(Schema.Boolean, {
        text: 'Sum it up in `warning` too: "comments: 7,222 characters left out"',
        default: false
      })
    },
    cut: "plain",
    files: "always",
    v1: false,
    byName: false
  },
  branding: {
    text: "Colours, fonts, sizes, spacing and logo, as a browser shows them",
    everyPage: false,
    needs: ["branding"],
    cut: "whole",
    files: "never",
    v1: false,
    byName: true
  },
  question: {
    text: "An answer from the page to a question",
    field: "answer",
    everyPage: true,
    options: { question: RequiredText },
    cut: "plain",
    files: "always",
    v1: false,
    byName: false
  },
  query: {
    text: "The older name of `question`",
    field: "answer",
    everyPage: true,
    options: {
      prompt: RequiredText,
      /** `directQuote` gives the passages of `highlights` word for word. Default: `"freeform"`. */
      mode: option(Schema.Literals(["freeform", "directQuote"]), {
        text: "`directQuote` gives the passages of `highlights` word for word",
        default: "freeform"
      })
    },
    cut: "plain",
    files: "always",
    v1: false,
    byName: false
  },
  highlights: {
    text: "The passages that speak to a query",
    everyPage: true,
    options: { query: RequiredText },
    cut: "plain",
    files: "always",
    v1: false,
    byName: false
  },
  product: {
    text: "Name, price, availability and variants of a product",
    everyPage: false,
    cut: "whole",
    files: "always",
    v1: false,
    byName: true
  },
  menu: {
    text: "Sections, dishes and prices of a menu",
    everyPage: true,
    cut: "whole",
    files: "always",
    v1: false,
    byName: true
  },
  chunks: {
    text: "The Markdown in pieces for retrieval",
    everyPage: true,
    options: {
      /** Most tokens of a piece, as estimated. Default: 512. */
      maxTokens: option(Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 100_000 })), {
        text: "Most tokens of a piece, as estimated",
        default: 512
      })
    },
    cut: "plain",
    files: "always",
    v1: false,
    byName: true
  }
} as const satisfies Readonly<Record<string, FormatDefinition & { readonly field?: keyof typeof formatFields }>>

type Definitions = typeof builtInFormats
export type BuiltInName = keyof Definitions

type FieldsByFormat = {
  readonly [Name in BuiltInName]: Definitions[Name] extends {
    readonly field: infer Field extends keyof typeof formatFields
  }
    ? Field
    : Extract<Name, keyof typeof formatFields>
}

/** The field of the document that a built-in format fills. */
export type FieldOf<Name extends BuiltInName> = FieldsByFormat[Name]

type OptionsByFormat = {
  readonly [Name in BuiltInName]: Definitions[Name] extends {
    readonly options: infer Fields extends Schema.Struct.Fields
  }
    ? Schema.Struct<Fields>["Type"]
    : {}
}

/** The options of a built-in format, decoded. */
export type FormatOptions<Name extends BuiltInName> = OptionsByFormat[Name]

type NamesWith<Member extends "v1" | "byName" | "everyPage"> = {
  [Name in BuiltInName]: Definitions[Name][Member] extends true ? Name : never
}[BuiltInName]

/** Formats whose field each page has. */
export type NameForEveryPage = NamesWith<"everyPage">

export const builtInNames = Object.keys(builtInFormats) as ReadonlyArray<BuiltInName>

/** Formats that v1 has under their own names. */
export const formatsInV1 = builtInNames.filter((name) => builtInFormats[name].v1) as ReadonlyArray<NamesWith<"v1">>

/** Formats that need no options and give text. */
export const formatsByName = builtInNames.filter((name) => builtInFormats[name].byName) as ReadonlyArray<
  NamesWith<"byName">
>

const otherFormat: FormatDefinition = {
  text: "A format of the application",
  everyPage: false,
  cut: "plain",
  files: "always",
  v1: false,
  byName: false
}

export const definitionOfFormat = (name: string): FormatDefinition =>
  Object.hasOwn(builtInFormats, name) ? builtInFormats[name as BuiltInName] : otherFormat

/** Whether a file has this format; `url` is the address that it came from. */
export const hasFormat = (name: string, url: string | undefined): boolean => {
  const { files } = definitionOfFormat(name)
  return files === "always" || (files === "withAddress" && url !== undefined)
}

/** What jobs ask of every page to find its links; never a format that a caller asked for. */
export const discoveredName = "discovered"

/** Formats that other work asks for, never a caller: documents have no field for what they make. */
export const internalFormatNames: ReadonlyArray<string> = [
  discoveredName,
  "facts",
  "headingAnchors",
  "reading",
  "unseenTexts"
]
