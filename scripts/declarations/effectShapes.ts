/**
 * Shapes of Effect's types that options of the library take. A shape has as much of the type as tells it from others: a layer
 * of a store is accepted where a store is wanted, and no other layer is.
 */
interface Shape {
  /** Module and name of the type in Effect; absent for what only the writer refers to. */
  readonly of?: string
  readonly parameters?: string
  readonly type: string
}

const durationFields = ["weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"]
const units = ["nano", "micro", "milli", "second", "minute", "hour", "day", "week"]

const shapes: Readonly<Record<string, Shape>> = {
  EffectLayer: {
    of: "Layer.Layer",
    parameters: "Out, Failure = never, Services = never",
    type: `{ readonly "~effect/Layer": {
      readonly _ROut: (_: Out) => void
      readonly _E: (_: never) => Failure
      readonly _RIn: (_: never) => Services
    } }`
  },
  EffectService: {
    parameters: "Key extends string",
    type: `{ readonly "~effect/Context/Service": "~effect/Context/Service"; readonly key: Key; readonly Service: any }`
  },
  EffectValue: {
    of: "Effect.Effect",
    parameters: "Value, Failure = never, Services = never",
    type: `{ readonly "~effect/Effect": {
      readonly _A: (_: never) => Value
      readonly _E: (_: never) => Failure
      readonly _R: (_: never) => Services
    } }`
  },
  EffectDuration: { of: "Duration.Duration", type: `{ readonly "~effect/Duration": "~effect/Duration" }` },
  EffectDurationUnit: { of: "Duration.Unit", type: units.flatMap((unit) => [`"${unit}"`, `"${unit}s"`]).join(" | ") },
  EffectDurationInput: {
    of: "Duration.Input",
    type: `number | bigint | readonly [seconds: number, nanos: number] | \`\${number} \${EffectDurationUnit}\`
      | "Infinity" | "-Infinity" | EffectDuration
      | { ${durationFields.map((field) => `readonly ${field}?: number | undefined`).join("; ")} }`
  },
  EffectRedacted: {
    of: "Redacted.Redacted",
    parameters: "Value = string",
    type: `{ readonly "~effect/Redacted": { readonly _A: (_: never) => Value } }`
  },
  EffectLogger: { of: "Logger.Logger", type: `{ readonly "~effect/Logger": "~effect/Logger" }` },
  EffectSchema: { of: "Schema.Top", type: `{ readonly "~effect/Schema/Schema": unknown; readonly Type: unknown }` },
  EffectCodec: { of: "Schema.Codec", type: "EffectSchema" },
  EffectOption: {
    of: "Option.Option",
    parameters: "Value",
    type: `{ readonly _tag: "None" | "Some"; readonly value?: Value }`
  },
  EffectBrand: {
    of: "Brand.Brand",
    parameters: "Keys extends string",
    type: `{ readonly "~effect/Brand": { readonly [Key in Keys]: Keys } }`
  },
  EffectLanguageModel: {
    of: "LanguageModel.LanguageModel",
    type: `{ readonly "~effect/ai/LanguageModel": "~effect/ai/LanguageModel" }`
  },
  EffectEmbeddingModel: {
    of: "EmbeddingModel.EmbeddingModel",
    type: `{ readonly "~effect/ai/EmbeddingModel": "~effect/ai/EmbeddingModel" }`
  },
  EffectHttpClient: {
    of: "HttpClient.HttpClient",
    type: `{ readonly "~effect/http/HttpClient": "~effect/http/HttpClient" }`
  },
  Json: { of: "Schema.Json", type: "null | boolean | number | string | JsonArray | JsonObject" },
  JsonArray: { of: "Schema.JsonArray", type: "ReadonlyArray<Json>" },
  JsonObject: { of: "Schema.JsonObject", type: "{ readonly [key: string]: Json }" }
}

const byName = new Map(Object.entries(shapes).map(([name, { of }]) => [of, name]))

/** The shape of a type of Effect's by its module and name there; undefined where it has none. */
export const shapeOf = (name: string, texts: () => ReadonlyArray<string>): string | undefined => {
  const shape = byName.get(name)
  if (shape === undefined) return undefined
  return shapes[shape]!.parameters === undefined ? shape : `${shape}<${texts().join(", ")}>`
}

/** The identifier of a service, by its key as a literal type. */
export const serviceShape = (key: string): string => `EffectService<${key}>`

export const shapeNames: ReadonlyArray<string> = Object.keys(shapes)

/** Declarations of the shapes that a text names, and of those that these name. */
export const shapesIn = (text: string): string => {
  const wanted = new Set<string>()
  const add = (within: string): void => {
    for (const name of shapeNames) {
      if (wanted.has(name) || !new RegExp(`\\b${name}\\b`).test(within)) continue
      wanted.add(name)
      add(shapes[name]!.type)
    }
  }
  add(text)
  return [...wanted]
    .map((name) => {
      const { parameters, type } = shapes[name]!
      return `type ${name}${parameters === undefined ? "" : `<${parameters}>`} = ${type}\n`
    })
    .join("")
}
