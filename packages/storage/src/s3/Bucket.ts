/** What the stores do with a bucket. */
import * as Effect from "effect/Effect"
import { StoreError } from "@orbweaver/core/model/StoreError"
import type { S3Client, S3Request } from "./S3Client.ts"
import { insidesOf, textOf } from "./xml.ts"

export interface ListedObject {
  readonly key: string
  /** In bytes. */
  readonly size: number
  /** When it was written, by the clock of the store; milliseconds since the epoch. */
  readonly writtenAt: number
}

export type Bucket = ReturnType<typeof makeBucket>

/** Of an answer that lists a thousand keys. */
const maxListBytes = 4 * 1024 * 1024

/** Parts of a list without objects, one after the other: a store may give some. */
const maxEmptyParts = 1000

/** Answers that should have no body. */
const maxEmptyBytes = 64 * 1024

const notFound = [404]

export const makeBucket = (client: S3Client) => {
  const listPage = Effect.fnUntraced(function* (operation: string, query: Readonly<Record<string, string>>) {
    const { body } = yield* client.send(operation, {
      method: "GET",
      query: { "list-type": "2", ...query },
      maxBytes: maxListBytes
    })
    const xml = new TextDecoder().decode(body)
    const objects = insidesOf(xml, "Contents").flatMap((inside): ReadonlyArray<ListedObject> => {
      const key = textOf(inside, "Key")
      return key === undefined
        ? []
        : [
            {
              key,
              size: Number(textOf(inside, "Size") ?? 0),
              writtenAt: Date.parse(textOf(inside, "LastModified") ?? "") || 0
            }
          ]
    })
    const isLast = textOf(xml, "IsTruncated") !== "true"
    return { objects, isLast, next: textOf(xml, "NextContinuationToken") }
  })

  const endlessList = (operation: string, detail: string) =>
    new StoreError({ operation, detail: `the store ${detail}`, cause: new Error(detail) })

  return {
    /** Gives the objects whose keys begin so, a page at a time, until there are no more. Fails where the store gives no end. */
    list: Effect.fnUntraced(function* (
      operation: string,
      prefix: string,
      onPage: (objects: ReadonlyArray<ListedObject>) => Effect.Effect<void, StoreError>
    ) {
      const tokens = new Set<string>()
      let emptyParts = 0
      for (let token: string | undefined; ;) {
        const { isLast, next, objects } = yield* listPage(operation, {
          prefix,
          ...(token === undefined ? {} : { "continuation-token": token })
        })
        yield* onPage(objects)
        if (isLast) return
        // What is left cannot be had, and must not count as none.
        if (next === undefined) return yield* endlessList(operation, "says that its list goes on, and not where")
        if (tokens.has(next)) return yield* endlessList(operation, "gives the same part of its list again and again")
        emptyParts = objects.length === 0 ? emptyParts + 1 : 0
        if (emptyParts >= maxEmptyParts)
          return yield* endlessList(operation, "gives a list of empty parts without an end")
        tokens.add(next)
        token = next
      }
    }),
    /** The first key that begins so. */
    first: (operation: string, prefix: string) =>
      Effect.map(listPage(operation, { prefix, "max-keys": "1" }), ({ objects }) => objects[0]?.key),
    /** In bytes; undefined where there is no such object. */
    size: (operation: string, key: string): Effect.Effect<number | undefined, StoreError> =>
      Effect.map(
        client.send(operation, { method: "HEAD", key, accepts: notFound, maxBytes: 0 }),
        ({ headers, status }) => (status === 404 ? undefined : Number(headers.get("content-length") ?? 0))
      ),
    /** At most `length` bytes; none behind the end, and none of an object that has gone. */
    read: Effect.fnUntraced(function* (operation: string, key: string, from: number, length: number) {
      const { body, status } = yield* client.send(operation, {
        method: "GET",
        key,
        range: { first: from, last: from + length - 1 },
        accepts: [404, 416],
        maxBytes: Math.max(length, maxEmptyBytes)
      })
      if (status === 404 || status === 416) return new Uint8Array()
      if (status === 206) return body.subarray(0, length)
      return yield* new StoreError({
        operation,
        cause: new Error(`the store answered a range with ${status}`),
        detail: "the store gives no parts of objects"
      })
    }),
    /** All bytes; undefined where there is no such object. More than `maxBytes` are a failure. */
    readAll: (operation: string, key: string, maxBytes: number): Effect.Effect<Uint8Array | undefined, StoreError> =>
      Effect.map(client.send(operation, { method: "GET", key, accepts: notFound, maxBytes }), ({ body, status }) =>
        status === 404 ? undefined : body
      ),
    write: (operation: string, key: string, body: NonNullable<S3Request["body"]>): Effect.Effect<void, StoreError> =>
      Effect.asVoid(client.send(operation, { method: "PUT", key, body, maxBytes: maxEmptyBytes })),
    remove: (operation: string, key: string): Effect.Effect<void, StoreError> =>
      Effect.asVoid(client.send(operation, { method: "DELETE", key, accepts: notFound, maxBytes: maxEmptyBytes }))
  }
}
