/**
 * What the promise methods take in more forms than the engines: durations and headers.
 */
import type { OptionFields } from "@orbweaver/core/internal/model/optionDefinition"
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { fromInput, type HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"
import * as Effect from "effect/Effect"
import { plainNumberOf } from "./durations.ts"

/**
 * The options as the engines take them, without those that are `undefined`. What is neither duration nor headers stays
 * for their own check, so that one error names everything that is wrong. `fields` are the definitions of a method or of a
 * kind of job, where these say which options are durations.
 */
export const toEngineValues = <O extends object>(
  options: O,
  path: ReadonlyArray<string> = [],
  fields: OptionFields = {}
): Effect.Effect<O, InvalidInput> =>
  Effect.gen(function* () {
    const read: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(options)) {
      if (value === undefined) continue
      const place = [...path, name]
      if (name === "headers") read[name] = yield* headersOf(place, value)
      else if (name === "webhook" && isObject(value)) read[name] = yield* toEngineValues(value, place)
      else read[name] = yield* plainNumberOf(name, value, place, fields[name]) ?? Effect.succeed(value)
    }
    return read as O
  })

const headersOf = (path: ReadonlyArray<string>, given: unknown): Effect.Effect<unknown, InvalidInput> => {
  if (!isObject(given)) return Effect.succeed(given)
  const read = fromInput(given as HeadersInput)
  return read.ok ? Effect.succeed(read.headers) : Effect.fail(invalid("options", path, read.problem, "invalid_type"))
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null
