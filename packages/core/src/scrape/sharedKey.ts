/**
 * Which captured pages two requests may share, derived from what each scrape
 * option says of itself (`model/scrapeOptionDefinition.ts`).
 *
 * An option without a definition is never shared: forgetting one costs speed,
 * and can never give one caller's page to another.
 */
import * as Duration from "effect/Duration"
import type * as Schema from "effect/Schema"
import { scrapeDefinitionOf, type ScrapeOptionDefinition, type Sharing } from "../model/scrapeOptionDefinition.ts"

/** The options that are not at their defaults and matter; `undefined` when the page must not be shared. */
type SharedPart = (resolved: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined

interface SharedParts {
  readonly cache: SharedPart
  readonly singleFlight: SharedPart
}

/** The shared parts of options with these fields, once they are resolved. */
export const sharedPartsOf = (fields: Readonly<Record<string, Schema.Top>>): SharedParts => {
  const definitions = Object.entries(fields).map(([name, field]) => ({ name, definition: scrapeDefinitionOf(field) }))
  const partBy = (sharingOf: (definition: ScrapeOptionDefinition<any, any>) => Sharing<any>): SharedPart => {
    const rules = definitions.flatMap(({ definition, name }) => {
      const rule = ruleOf(definition === undefined ? "neverShared" : sharingOf(definition), definition)
      return rule === undefined ? [] : [{ name, rule }]
    })
    return (resolved) => {
      const part: Record<string, unknown> = {}
      for (const { name, rule } of rules) {
        const value = rule(resolved[name])
        if (value === neverShared) return undefined
        if (value !== undefined) part[name] = value
      }
      return part
    }
  }
  return { cache: partBy(({ cache }) => cache), singleFlight: partBy(({ singleFlight }) => singleFlight) }
}

const neverShared = Symbol("neverShared")

/** Gives what must be equal, `undefined` when nothing must, or `neverShared`. */
type Rule = (value: unknown) => unknown

const ruleOf = (sharing: Sharing<any>, definition: ScrapeOptionDefinition<any, any> | undefined): Rule | undefined => {
  if (sharing === "ignored") return undefined
  if (typeof sharing === "object") {
    return (value) => (sharing.neverShared?.(value) === true ? neverShared : plain(sharing.variant?.(value)))
  }
  const { default: omitted, resolve = (value: unknown) => value } = definition ?? {}
  const usual = written(omitted === undefined ? undefined : resolve(omitted))
  return sharing === "variant"
    ? (value) => (written(value) === usual ? undefined : plain(value))
    : (value) => (written(value) === usual ? undefined : neverShared)
}

/** Durations as milliseconds. */
const plain = (value: unknown): unknown => (Duration.isDuration(value) ? Duration.toMillis(value) : value)

const written = (value: unknown): unknown => {
  const known = plain(value)
  return typeof known === "object" ? JSON.stringify(known) : known
}
