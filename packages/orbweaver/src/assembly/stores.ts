/** Stores by the place where they keep what they hold. */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { Stores } from "@orbweaver/storage/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Adapters } from "./Adapters.ts"

export const storesSchema = Given.value(
  "the path of a SQLite file, `sqlite(file)` or `postgres(url)`",
  (given) => Layer.isLayer(given) || (typeof given === "string" && isPath(given))
)

/** SQLite is loaded when the store is opened. */
export const storesOf = (given: NonNullable<Adapters["stores"]>): Layer.Layer<Stores, StoreError> =>
  typeof given === "string"
    ? Layer.unwrap(Effect.promise(async () => (await import("@orbweaver/storage/sqlite")).sqlite(given)))
    : given

/** An address would become a file of that name. */
const isPath = (place: string): boolean => place !== "" && !/^[a-z][a-z\d+.-]+:\/\//i.test(place)
