/**
 * Gives core's port `PageReader` by the threads of the pool: a page of a job is
 * decoded, judged and converted in one go, and its text never comes back.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isUndeclared } from "@orbweaver/core/internal/reading/charset"
import type { RawAnswer } from "@orbweaver/core/internal/reading/readPage"
import { PageReader, type Service } from "@orbweaver/core/reading/PageReader"
import type { Converted } from "../convert/convert.ts"
import { inputOf } from "../convert/convertInput.ts"
import { ConversionPool, type Service as Pool } from "./ConversionPool.ts"

/** Larger pages go their own way: they are weighed once they are decoded. */
const maxBytes = 1024 * 1024

/** So do those whose encoding has to be guessed, and XHTML that is XML. */
const needsCaller = ({ bytes, charset, headers }: RawAnswer): boolean =>
  bytes.byteLength > maxBytes ||
  /^\s*application\/xhtml\+xml/i.test(headers["content-type"] ?? "") ||
  isUndeclared(bytes, charset)

/** What a thread made of a page, for our formats. */
export class ThreadResults {
  readonly converted: Converted
  constructor(converted: Converted) {
    this.converted = converted
  }
}

export const make = (pool: Pick<Pool, "read">): Service => ({
  read: (answered, options, wanted) =>
    needsCaller(answered)
      ? Effect.succeed(undefined)
      : pool
          .read(answered, { ...inputOf(options, wanted, answered.url), rendered: answered.engine === "browser" })
          .pipe(
            Effect.map(({ converted, read }) =>
              read === undefined ? undefined : { ...read, made: new ThreadResults(converted) }
            ),
            // The caller reads it then, and meets what is wrong with the page or the request.
            Effect.catch(() => Effect.succeed(undefined))
          )
})

export const layer: Layer.Layer<PageReader, never, ConversionPool> = Layer.effect(
  PageReader,
  Effect.map(ConversionPool, (pool) => PageReader.of(make(pool)))
)
