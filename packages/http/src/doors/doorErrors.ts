/** The errors of the doors, with the statuses and texts of v2, in the shape of each door. */
import type * as Schema from "effect/Schema"
import {
  BadRequest,
  Forbidden,
  InternalError,
  NotImplemented,
  PayloadTooLarge,
  PaymentRequired,
  RequestTimeout,
  TooManyRequests,
  Unavailable,
  UnsupportedMediaType
} from "../wire/ErrorBody.ts"

/** `Bearer` has 401. */
const listed = [
  [400, BadRequest],
  [402, PaymentRequired],
  [403, Forbidden],
  [408, RequestTimeout],
  [413, PayloadTooLarge],
  [415, UnsupportedMediaType],
  [429, TooManyRequests],
  [500, InternalError],
  [501, NotImplemented],
  [503, Unavailable]
] as const

/** One schema for each status, made by the door. */
export const doorErrors = <S extends Schema.Top>(shape: (status: number, description: string) => S): ReadonlyArray<S> =>
  listed.map(([status, { ast }]) => {
    const description = ast.annotations?.["description"]
    return shape(status, typeof description === "string" ? description : "")
  })
