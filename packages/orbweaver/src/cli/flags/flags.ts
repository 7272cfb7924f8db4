/** Flags that several commands share. */
import type * as Worker from "@orbweaver/core/crawl/Worker"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { usage } from "../output/exit.ts"

/** What a command with these flags and arguments is given. */
export type InputOf<Flags extends Command.Command.Config> = Command.Command.Config.Infer<Flags>

/** Off unless it is given. */
export const toggle = (name: string, description: string): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false), Flag.withoutNegation)

export const optionalText = (name: string, description: string): Flag.Flag<Option.Option<string>> =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** May be repeated. */
export const texts = (name: string, description: string): Flag.Flag<ReadonlyArray<string>> =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.atLeast(0))

export const argument = (name: string, description: string): Argument.Argument<string> =>
  Argument.String(name).pipe(Argument.withDescription(description))

export const allowLocal = toggle(
  "allow-local",
  "Allow requests to loopback and private addresses, which are refused by default"
)

export const isolated = toggle(
  "isolated",
  "Read documents and large pages in processes of their own, without files and rights"
)

export const json = toggle("json", "Print JSON")

export const threads = Flag.Int("threads").pipe(
  Flag.withDescription("Number of threads that convert pages: one less than the cores is fastest (default 0, none)"),
  Flag.withSchema(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  Flag.withDefault(0)
)

export const concurrency = Flag.Int("concurrency").pipe(
  Flag.withDescription("Maximum number of pages at once (default 10)"),
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))),
  Flag.optional
)

/** How this process works on the job that a command starts. */
export const workerOf = (input: {
  readonly threads: number
  readonly concurrency: Option.Option<number>
}): Worker.Options => ({
  threads: input.threads,
  ...(Option.isSome(input.concurrency) ? { concurrency: input.concurrency.value } : {})
})

const units = { ms: Duration.millis, s: Duration.seconds, m: Duration.minutes, h: Duration.hours, d: Duration.days }

const durationText = /^(?<count>\d+(?:\.\d+)?)\s*(?<unit>ms|[smhd])$/

/**
 * `--name 500ms`, `1.5s`, `10m`, `2h` or `1d`. The unit is asked for, since other programs take plain numbers as
 * milliseconds or as seconds.
 */
export const duration = (name: string): Flag.Flag<Duration.Duration> =>
  Flag.String(name).pipe(
    Flag.withMetavar("duration"),
    Flag.filterMap(readDuration, (text) =>
      Number.isFinite(Number(text)) && Number(text) > 0
        ? `A duration needs its unit: ${text}ms or ${text}s`
        : "Expected a duration such as 500ms, 1.5s, 10m, 2h or 1d"
    )
  )

const readDuration = (text: string): Option.Option<Duration.Duration> => {
  if (text === "0") return Option.some(Duration.zero)
  const { count, unit } = durationText.exec(text)?.groups ?? {}
  return unit === undefined ? Option.none() : Option.some(units[unit as keyof typeof units](Number(count)))
}

/** What stands between commas. */
export const itemsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")

/** `--name a,b --name c` as one list. */
export const list = (name: string) =>
  Flag.String(name).pipe(
    Flag.atLeast(0),
    Flag.map((values) => values.flatMap(itemsOf))
  )

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))

/** What `--name` holds: JSON itself, or the name of a file with some. */
export const readJson = Effect.fnUntraced(function* (name: string, given: string) {
  const bad = (error: { readonly message: string }) => usage(`--${name}: ${error.message}`)
  if (/^\s*[[{]/.test(given)) return yield* Effect.mapError(decodeJson(given), bad)
  const files = yield* FileSystem.FileSystem
  return yield* Effect.mapError(Effect.flatMap(files.readFileString(given), decodeJson), bad)
})
