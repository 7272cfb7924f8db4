/**
 * The command of a kind of job that ends in one result: it starts one, shows its steps on stderr, and prints the answer.
 * A job that is interrupted is cancelled.
 */
import { makeFolder } from "@orbweaver/storage/internal/files/makeFolder"
import type { JobId } from "@orbweaver/core/model/Job"
import { watch } from "@orbweaver/core/jobs/JobEvents"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { JobCommand, JobOver } from "@orbweaver/extraction/internal/jobs/defineJob"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { jobLayer, pageFlags, storeFlags } from "../settings/adapters.ts"
import * as environment from "../settings/environment.ts"
import { failed, mapExit } from "../output/exit.ts"
import { json } from "../flags/flags.ts"
import { optionFlags, optionsOf } from "../flags/optionFlags.ts"
import { note, print } from "../output/print.ts"

export const resultCommand = <Id>(job: JobOver<Id>) => {
  const { command, noun, options, prepare } = job
  return Command.make(
    command.name,
    {
      given: argumentsOf(command),
      options: optionFlags(options),
      own: ownFlags(command),
      ...storeFlags,
      ...pageFlags
    },
    Effect.fn(function* (input) {
      const asked = { ...withoutEmpty(input.given), ...(yield* optionsOf(options, input.options)) }
      const start = yield* mapExit(prepare({ ...asked, ...command.always }))
      const work = Effect.gen(function* () {
        const { id, invalidURLs = [] } = yield* mapExit(start)
        for (const url of invalidURLs) yield* note(`invalid address, left out: ${url}`)
        const end = yield* follow(job, id)
        for (const line of command.notes?.(end) ?? []) yield* note(line)
        const printsStatus = input.own["json"] === true
        if (printsStatus) yield* print(JSON.stringify(end, null, 2))
        if (end.status !== "completed") {
          return yield* failed(end.error ?? `the ${noun} is ${end.status}`)
        }
        if (printsStatus) return
        const directory = input.own["output"]
        if (typeof directory !== "string") return yield* print(command.answer(end, asked))
        for (const [name, text] of Object.entries(command.output?.files(end) ?? {})) yield* write(directory, name, text)
      })
      const adapters = command.searches === true ? (yield* environment.read).adapters : {}
      yield* Effect.provide(work, jobLayer(input, adapters))
    })
  ).pipe(Command.withDescription(command.text), Command.withExamples([...command.examples]))
}

type Given = string | ReadonlyArray<string>

const argumentsOf = (command: JobCommand<never>): Readonly<Record<string, Argument.Argument<Given>>> =>
  Object.fromEntries(
    Object.entries(command.arguments).map(([field, { isList, name, text }]) => {
      const one = Argument.String(name).pipe(Argument.withDescription(text))
      return [field, isList === true ? Argument.variadic(one) : one]
    })
  )

const withoutEmpty = (given: Readonly<Record<string, Given>>): Readonly<Record<string, Given>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === "string" || value.length > 0))

const ownFlags = ({
  output,
  printsStatus
}: JobCommand<never>): Readonly<Record<string, Flag.Flag<boolean | string | undefined>>> => ({
  ...(printsStatus === true ? { json } : {}),
  ...(output === undefined
    ? {}
    : {
        output: Flag.String("output").pipe(
          Flag.withAlias("o"),
          Flag.withDescription(output.text),
          Flag.optional,
          Flag.map(Option.getOrUndefined)
        )
      })
})

/** Shows each step once, until the job has ended, and gives its status. */
const follow = <Id>({ command, find }: JobOver<Id>, id: JobId) => {
  const shown = Effect.gen(function* () {
    if (command.steps === undefined) {
      yield* mapExit(Stream.runDrain(watch(id)))
      return yield* mapExit(find(id))
    }
    for (let printed = 0; ;) {
      const now = yield* mapExit(find(id))
      const lines = command.steps(now)
      for (const line of lines.slice(printed)) yield* note(line)
      printed = lines.length
      if (now.status !== "processing") return now
      yield* Effect.sleep("250 millis")
    }
  })
  return Effect.onInterrupt(shown, () => Effect.ignore(JobStore.use((store) => store.move(id, "cancelled"))))
}

const write = (directory: string, name: string, text: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    yield* Effect.tryPromise({ try: () => makeFolder(directory), catch: (error) => error as Error })
    yield* files.writeFileString(`${directory}/${name}`, text)
    yield* note(`${directory}/${name}`)
  }).pipe(Effect.mapError((error) => failed(error.message)))
