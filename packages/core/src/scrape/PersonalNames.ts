/**
 * Port: finds names of people and postal addresses in a text, which no rule knows by their form. `@orbweaver/extraction`
 * asks a model.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Tokens } from "../network/ModelClient.ts"

/** What rules do not find. */
export const byMeaning = ["PERSON", "LOCATION"] as const
export type EntityByMeaning = (typeof byMeaning)[number]

export interface PersonalName {
  readonly entity: EntityByMeaning
  /** As it stands in the text. */
  readonly text: string
}

export interface FoundNames {
  readonly names: ReadonlyArray<PersonalName>
  /** Why some or all of the text was not read, as a sentence. Absent when all was. */
  readonly problem?: string | undefined
  /** What the model took. */
  readonly tokens: Tokens
}

/** Bounded in time and in the number of names. Never fails: `problem` says what was not looked for. */
export type Finder = (text: string, entities: ReadonlyArray<EntityByMeaning>) => Effect.Effect<FoundNames>

/** The finder of this instance; none unless a layer gives one. */
export const PersonalNames = Context.Reference<Finder | undefined>("@orbweaver/core/PersonalNames", {
  defaultValue: () => undefined
})
