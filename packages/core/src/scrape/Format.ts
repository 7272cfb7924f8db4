/**
 * A format is a small plugin that reads a page and fills one field of the
 * document: `markdown`, `links`, `json`, ...
 *
 * A format says by name which other formats it reads from (`uses`), so shared
 * work is done once, and what the capture must provide (`needs`), so the
 * scraper can decide whether a plain fetch is enough.
 *
 * Formats: `rawHtml` here, the HTML ones in `@orbweaver/html`.
 * Contract: `FormatSuite` in `@orbweaver/testing`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Document, Metadata } from "../model/Document.ts"
import type { CaptureError } from "../model/CaptureError.ts"
import { FormatError, UnknownFormat } from "../model/FormatError.ts"
import { InvalidInput, invalid, issuesOf } from "../model/InvalidInput.ts"
import type { StoreError } from "../model/StoreError.ts"
import type { Page } from "../reading/Page.ts"
import {
  type BuiltInName,
  definitionOfFormat,
  type FormatOptions,
  internalFormatNames
} from "../model/formats/builtInFormats.ts"
import type { Need } from "../model/formats/formatDefinition.ts"
import type { FormatSpec, Resolved } from "../model/ScrapeOptions.ts"

export type { Need } from "../model/formats/formatDefinition.ts"

/** The part of a document that formats fill. */
export type Fields = Omit<Document, "metadata"> & {
  readonly metadata?: Partial<Metadata> | undefined
  /** How a format that understands came to its answer; ends up in `metadata.madeBy` under its name. */
  readonly madeBy?: "rules" | "model" | undefined
  /**
   * JSON pointers of values of its first field that a model answered and the page does not state; end up in
   * `metadata.unsupported` below the name of the format.
   */
  readonly unsupported?: ReadonlyArray<string> | undefined
  /** Why its model gave nothing, where rules made the answer instead; ends up in `metadata.formatErrors`. */
  readonly modelError?: FormatError | undefined
  /** Tokens of a model that the format used; summed up in `metadata.tokens`. */
  readonly tokens?: { readonly input: number; readonly output: number } | undefined
}

/** `CaptureError` where this instance is overloaded, `StoreError` where a store is away; such a scrape has no result. */
export type FormatFailure = FormatError | InvalidInput | CaptureError | StoreError

export interface FormatInput {
  readonly page: Page
  readonly spec: FormatSpec
  readonly options: Resolved
  /** Names of every format of this scrape, so that shared work can be done in one go. */
  readonly wanted: ReadonlyArray<string>
  /** Fields filled so far; holds at least those of `uses`. */
  readonly fields: Fields
}

export interface Format {
  readonly name: string
  readonly needs: ReadonlyArray<Need>
  /** Names of the formats whose fields `run` reads. */
  readonly uses: ReadonlyArray<string>
  /** Those that it reads besides `uses` when its options ask for it. */
  readonly usesAlso?: ((spec: FormatSpec) => ReadonlyArray<string>) | undefined
  /** Options besides `type`; a format without takes none and ignores extra ones. */
  readonly options?: Schema.Codec<any, any> | undefined
  /** What it makes depends on more than the page and the options, so it is made anew each time. */
  readonly fresh?: boolean | undefined
  /** Runs for every scrape, asked or not; for what all documents have, such as metadata. */
  readonly always?: boolean | undefined
  /** Credits on top of the page's own one; 0 when absent. */
  readonly credits?: number | ((spec: FormatSpec) => number) | undefined
  /** Whether `run` may ask a model about the page; it does not where `page.modelRefusal` says why. */
  readonly mayAskModel?: boolean | ((spec: FormatSpec) => boolean) | undefined
  /** Whether its model's tokens are the account's: those of extractions are, other formats cost `credits` alone. */
  readonly chargesTokens?: boolean | undefined
  /** Whether a model gets what it makes later on, such as the readings of an extraction. */
  readonly feedsModel?: boolean | undefined
  readonly run: (input: FormatInput) => Effect.Effect<Fields, FormatFailure>
  /** Gives the format itself when it is first asked for; until then only its name counts (`lazily`). */
  readonly load?: (() => Promise<Format>) | undefined
}

/** The code of a built-in format: what is not in its definition. */
interface BuiltInCode<Name extends BuiltInName> extends Omit<Format, "name" | "needs" | "uses" | "run"> {
  /** Default: none. */
  readonly uses?: ReadonlyArray<string> | undefined
  readonly run: (input: FormatInput, options: FormatOptions<Name>) => Effect.Effect<Fields, FormatFailure>
}

/** Makes a built-in format of its definition and its code, which gets the options decoded. */
export const builtInFormat = <const Name extends BuiltInName>(
  name: Name,
  { run, uses = [], ...code }: BuiltInCode<Name>
): Format => {
  const { needs = [], options: fields = {} } = definitionOfFormat(name)
  const options = Schema.Struct(fields)
  const decode = Schema.decodeUnknownEffect(options)
  const hasOptions = Object.keys(fields).length > 0
  return {
    name,
    needs,
    uses,
    ...(hasOptions ? { options } : {}),
    ...code,
    run: (input) =>
      hasOptions
        ? Effect.flatMap(
            Effect.mapError(
              decode(input.spec),
              (cause) => new FormatError({ format: name, detail: cause.message, cause })
            ),
            (given) => run(input, given as FormatOptions<Name>)
          )
        : run(input, {} as FormatOptions<Name>)
  }
}

/** A format whose module is loaded by the first scrape that asks for it. */
export const lazily = (name: string, load: () => Promise<Format>): Format => ({
  name,
  needs: [],
  uses: [],
  run: () => Effect.die(new Error(`The format ${name} cannot run before it is loaded`)),
  load
})

/** What the format costs on top of the page. */
export const creditsOf = ({ credits = 0 }: Format, spec: FormatSpec): number =>
  typeof credits === "number" ? credits : credits(spec)

/** Whether the format may ask a model when it is specified so. */
export const mayAskModel = ({ mayAskModel = false }: Format, spec: FormatSpec): boolean =>
  typeof mayAskModel === "boolean" ? mayAskModel : mayAskModel(spec)

export interface PlannedFormat {
  readonly format: Format
  readonly spec: FormatSpec
  /** False for a format that only serves another one. */
  readonly asked: boolean
}

export interface Service {
  /** Those that callers may ask for. */
  readonly names: ReadonlyArray<string>
  /** Puts the asked formats and everything they use in running order; checks each one's options. */
  readonly plan: (
    specs: ReadonlyArray<FormatSpec>
  ) => Effect.Effect<ReadonlyArray<PlannedFormat>, UnknownFormat | InvalidInput>
}

export class Formats extends Context.Service<Formats, Service>()("@orbweaver/core/Formats") {
  /**
   * Registry of the given formats. Of two formats with one name the last wins,
   * so an application can replace ours.
   */
  static readonly layer = (...formats: ReadonlyArray<Format>): Layer.Layer<Formats> =>
    Layer.succeed(Formats, make(formats))
}

export const make = (formats: ReadonlyArray<Format>): Service => {
  const byName = new Map(formats.map((format) => [format.name, format]))
  const names = [...byName.values()]
    .filter(({ always, name }) => always !== true && !internalFormatNames.includes(name))
    .map(({ name }) => name)

  const always = [...byName.values()].filter((format) => format.always === true).map(({ name }) => name)

  /** The specified formats and everything they use, loaded. */
  const load = Effect.fnUntraced(function* (wanted: ReadonlyArray<FormatSpec>) {
    const ready = new Map<string, Format>()
    const waiting = [...wanted]
    for (let spec = waiting.pop(); spec !== undefined; spec = waiting.pop()) {
      const known = byName.get(spec.type)
      if (known === undefined) continue
      const format = ready.get(spec.type) ?? (known.load === undefined ? known : yield* Effect.promise(known.load))
      const isNew = !ready.has(spec.type)
      ready.set(spec.type, format)
      if (isNew) waiting.push(...format.uses.map((type) => ({ type })))
      for (const type of format.usesAlso?.(spec) ?? []) if (!ready.has(type)) waiting.push({ type })
    }
    return ready
  })

  const plan: Service["plan"] = Effect.fnUntraced(function* (specs) {
    const ready = yield* load([...always.map((type) => ({ type })), ...specs])
    for (const [index, spec] of specs.entries()) {
      const format = ready.get(spec.type)
      if (format === undefined || format.always === true) {
        return yield* new UnknownFormat({ format: spec.type, known: names, index })
      }
      yield* checkOptions(format, spec, index)
    }
    if (specs.filter(({ type }) => type === "screenshot").length > 1) {
      return yield* invalid("scrape options", ["formats"], "You may only specify one screenshot format")
    }

    const asked = new Map(specs.map((spec) => [spec.type, spec]))
    const planned = new Map<string, PlannedFormat>()
    const visit = (name: string): void => {
      const format = ready.get(name)
      if (format === undefined || planned.has(name)) return
      const spec = asked.get(name) ?? { type: name }
      format.uses.forEach(visit)
      format.usesAlso?.(spec).forEach(visit)
      planned.set(name, { format, spec, asked: asked.has(name) })
    }
    always.forEach(visit)
    asked.forEach((_, name) => visit(name))
    return [...planned.values()]
  })

  return { names, plan }
}

const checkOptions = (format: Format, spec: FormatSpec, index: number): Effect.Effect<void, InvalidInput> => {
  if (format.options === undefined) return Effect.void
  const { type: _, ...rest } = spec
  return Schema.decodeUnknownEffect(format.options, { onExcessProperty: "error", errors: "all" })(rest).pipe(
    Effect.mapError(
      ({ issue }) =>
        new InvalidInput({
          what: "scrape options",
          issues: issuesOf(issue).map((entry) => ({ ...entry, path: ["formats", index, ...entry.path] }))
        })
    ),
    Effect.asVoid
  )
}
