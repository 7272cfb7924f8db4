/** The tool of a method that answers at once. */
import type { JobInput } from "@orbweaver/extraction/internal/jobs/defineJob"
import type { MethodOver } from "@orbweaver/extraction/internal/methods/defineMethod"
import { methods } from "@orbweaver/extraction/internal/methods/methods"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { MethodEngines } from "../assembly/jobs.ts"
import { optionInputs } from "./optionInputs.ts"
import { type Tool, tool } from "./Tool.ts"

export const methodTool = <Id>({
  call,
  failureOf,
  name,
  options,
  subject,
  tool: offered
}: MethodOver<Id>): Tool<Id> => {
  const { defaults, inputs = { fields: {}, toOptions: () => ({}) }, text, title } = offered
  return tool({
    name,
    endpoint: name,
    title,
    description: text,
    fields: {
      [subject.name]: subject.schema as Schema.Codec<string>,
      ...(inputs.fields as {}),
      ...optionInputs(options, defaults)
    },
    run: Effect.fnUntraced(function* (given: JobInput) {
      const own = inputs.toOptions(given)
      const asked = Object.entries(given).filter(([name]) => !Object.hasOwn(inputs.fields, name))
      const answer = yield* call({ ...defaults, ...Object.fromEntries(asked), ...own })
      const failure = failureOf(answer)
      if (failure !== undefined) return yield* Effect.fail(failure)
      return offered.answer(answer)
    })
  })
}

export const methodTools = methods.map((method) => methodTool<MethodEngines>(method))
