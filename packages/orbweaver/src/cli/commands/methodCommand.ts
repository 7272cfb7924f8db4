/** The command of a method that answers at once: it prints the answer, and on stderr what is to be known besides. */
import type { MethodOver } from "@orbweaver/extraction/internal/methods/defineMethod"
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { jobLayer, siteFlags, storeFlags } from "../settings/adapters.ts"
import * as environment from "../settings/environment.ts"
import { exitOf, mapExit } from "../output/exit.ts"
import { allowLocal, json } from "../flags/flags.ts"
import { optionFlags, optionsOf } from "../flags/optionFlags.ts"
import { note, print } from "../output/print.ts"
import { locationFlags, locationOf } from "../flags/visit.ts"

export const methodCommand = <Id>({ call, command, failureOf, name, options, subject }: MethodOver<Id>) => {
  const visits = command.contacts === "sites"
  return Command.make(
    name,
    {
      subject: Argument.String(subject.name).pipe(Argument.withDescription(subject.text)),
      options: optionFlags(options),
      visitor: visits ? locationFlags : {},
      json,
      ...storeFlags,
      site: visits ? siteFlags : { allowLocal }
    },
    Effect.fn(function* (input) {
      const given = { ...locationOf(input.visitor), ...(yield* optionsOf(options, input.options)) }
      const adapters = visits ? {} : (yield* environment.read).adapters
      const answer = yield* mapExit(call({ ...given, [subject.name]: input.subject })).pipe(
        Effect.provide(jobLayer({ ...input, ...input.site }, { ...adapters, worker: false }))
      )
      const failure = failureOf(answer)
      if (failure !== undefined) return yield* exitOf(failure)
      const lines = command.lines(answer)
      if (input.json) yield* print(JSON.stringify(command.json(answer), null, 2))
      else if (lines.length > 0) yield* print(lines.join("\n"))
      for (const line of command.notes(answer)) yield* note(line)
    })
  ).pipe(Command.withDescription(command.text))
}
