/** The methods that answer at once, by their definitions and under the names that these give them. */
import type { Method, MethodOver } from "@orbweaver/extraction/internal/methods/defineMethod"
import { methods } from "@orbweaver/extraction/internal/methods/methods"
import * as Effect from "effect/Effect"
import type { MethodEngines } from "../assembly/jobs.ts"
import { toEngineValues } from "../options/engineValues.ts"
import type { InputOf } from "../options/inputs.ts"
import { type JobCallOptions, type Site, withSession } from "./Site.ts"

type AnswerOf<One extends Method> = One extends { readonly call: (...input: never) => Effect.Effect<infer A, any, any> }
  ? A
  : never

/** The methods of definitions, for those without an interface of their own. */
export type CallsOf<Methods extends Method> = {
  readonly [One in Methods as One["name"]]: (
    subject: One["subject"]["name"] extends "url" ? string | URL : string,
    options?: InputOf<One["options"]> & JobCallOptions
  ) => Promise<AnswerOf<One>>
}

/** Methods that have an interface, with a comment: a search also gives its results as they come. */
type Described = "map" | "search"

export type OtherMethod = Exclude<(typeof methods)[number], { readonly name: Described }>

export const methodCalls = <One extends Method, Id>(
  { call, name, options: fields, subject }: MethodOver<Id> & One,
  { run }: Site<Id>
): CallsOf<One> => {
  const named = {
    [name]: (asked: unknown, { session, signal, ...options }: JobCallOptions = {}) =>
      run(
        Effect.flatMap(toEngineValues(options, [], fields), (given) =>
          withSession(session, call({ ...given, [subject.name]: String(asked) }))
        ),
        { signal }
      )
  }
  return named as {} as CallsOf<One>
}

/** All of them. */
export const callsOfMethods = (site: Site<MethodEngines>): CallsOf<(typeof methods)[number]> =>
  Object.assign({}, ...methods.map((method) => methodCalls(method, site)))
