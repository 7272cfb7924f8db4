/** Flags that several commands share. */
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import { codes, Exit } from "./exit.ts"

export const allowLocal = Flag.Boolean("allow-local").pipe(
  Flag.withDescription("Also contact loopback and private addresses, which are refused otherwise"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

export const threads = Flag.Int("threads").pipe(
  Flag.withDescription("Threads that read the pages: one less than the cores is fastest (default 0, none)"),
  Flag.withDefault(0)
)

/** `--name a,b --name c` as one list. */
export const list = (name: string) =>
  Flag.String(name).pipe(
    Flag.atLeast(0),
    Flag.map((values) =>
      values
        .flatMap((value) => value.split(","))
        .map((value) => value.trim())
        .filter((value) => value !== "")
    )
  )

/** `k:v` entries as an object. */
export const readHeaders = (entries: ReadonlyArray<string>): Effect.Effect<Record<string, string>, Exit> =>
  Effect.gen(function* () {
    const headers: Record<string, string> = {}
    for (const entry of entries) {
      const colon = entry.indexOf(":")
      if (colon <= 0) {
        return yield* new Exit({ code: codes.usage, text: `--header takes name:value, not ${JSON.stringify(entry)}` })
      }
      headers[entry.slice(0, colon).trim()] = entry.slice(colon + 1).trim()
    }
    return headers
  })
