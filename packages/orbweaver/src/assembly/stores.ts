/** Stores by the place where they keep what they hold. */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { Stores } from "@orbweaver/storage/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Adapters } from "./Adapters.ts"

export const storesSchema = Given.value(
  "the path of a SQLite file, the address of a PostgreSQL database, `sqlite(file)` or `postgres(url)`",
  (given) => Layer.isLayer(given) || (typeof given === "string" && (isDatabase(given) || isPath(given)))
)

/** The module of the store is loaded when the store is opened. */
export const storesOf = (given: NonNullable<Adapters["stores"]>): Layer.Layer<Stores, StoreError> =>
  typeof given === "string" ? Layer.unwrap(Effect.promise(() => open(given))) : given

const open = async (place: string) =>
  isDatabase(place)
    ? (await import("@orbweaver/storage/postgres")).postgres(place)
    : (await import("@orbweaver/storage/sqlite")).sqlite(place)

const isDatabase = (place: string): boolean => /^postgres(?:ql)?:\/\/./.test(place)

/** An address of another kind would become a file of that name. */
const isPath = (place: string): boolean => place !== "" && !/^[a-z][a-z\d+.-]+:\/\//i.test(place)
