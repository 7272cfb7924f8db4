/** Reports faults that would make every page of a job fail when the job starts. */
import type { FormatError, UnknownFormat } from "@orbweaver/core/model/FormatError"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import * as Effect from "effect/Effect"
import type { Engines } from "../Engines.ts"

export const checkScrape = (
  { formats }: Pick<Engines, "formats">,
  options: ScrapeOptions.ScrapeOptions
): Effect.Effect<void, InvalidInput | UnknownFormat | FormatError> =>
  Effect.flatMap(ScrapeOptions.decode(options), (decoded) =>
    formats === undefined ? Effect.void : Effect.asVoid(formats.plan(ScrapeOptions.resolve(decoded).formats))
  )
