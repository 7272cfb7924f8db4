/**
 * `BlobStore` over a Keyv, and so over every store that Keyv has an adapter for.
 *
 * Beside each blob there is a list of what an account has, from which jobs are
 * removed and room is made. A Keyv has no transactions: of two processes that
 * write for one account at the same moment, one may lose its line; that blob is
 * then only removed when it expires.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { BlobIndex, type Entry } from "@orbweaver/core/internal/scrape/BlobIndex"
import {
  addressIn,
  BlobStore,
  freshName,
  isName,
  isSelected,
  mediaTypeOf,
  type Options,
  readerOf,
  type Service
} from "@orbweaver/core/scrape/BlobStore"
import { storeFault } from "../support/storeFault.ts"
import type { KeyValues } from "./KeyValues.ts"

interface Stored {
  /** Base64: Keyv's stores speak JSON. */
  readonly bytes: string
  readonly expiresAt: number
}

type List = Readonly<Record<string, Omit<Entry, "account">>>

const blobKey = (name: string) => `blob:${name}`
const listKey = (account: string) => `blobs-of:${account}`

/**
 * The caller owns the Keyv: it is not disconnected when the layer closes. At most
 * 256 MiB by default, counted over the accounts that this process has met.
 */
export const layer = (keyv: KeyValues, options: Options): Layer.Layer<BlobStore> =>
  Layer.effect(
    BlobStore,
    Effect.map(Semaphore.make(1), (turns) => make(keyv, options, turns))
  )

const make = (
  keyv: KeyValues,
  { baseUrl, maxBytes = 256 * 1024 * 1024 }: Options,
  turns: Semaphore.Semaphore
): Service => {
  const attempt = <A>(operation: string, run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => storeFault(operation, cause) })
  const book = new BlobIndex(maxBytes)
  const lists = new Map<string, Map<string, Omit<Entry, "account">>>()

  /** What the account has, read once. */
  const listOf = async (account: string, now: number) => {
    const known = lists.get(account)
    if (known !== undefined) return known
    const list = new Map(Object.entries(((await keyv.get(listKey(account))) as List | null | undefined) ?? {}))
    lists.set(account, list)
    for (const [name, entry] of list) {
      if (entry.expiresAt > now) await discard(book.add(name, { ...entry, account }, now))
      else list.delete(name)
    }
    return list
  }

  const save = async (account: string) => {
    const list = lists.get(account)
    if (list === undefined || list.size === 0) {
      lists.delete(account)
      return void (await keyv.delete(listKey(account)))
    }
    await keyv.set(listKey(account), Object.fromEntries(list))
  }

  const discard = async (names: ReadonlyArray<string>) => {
    const accounts = new Set<string>()
    for (const name of names) {
      await keyv.delete(blobKey(name))
      for (const [account, list] of lists) if (list.delete(name)) accounts.add(account)
    }
    for (const account of accounts) await save(account)
  }

  return {
    put: ({ bytes, mediaType }, { account, job }, keepFor) =>
      Effect.gen(function* () {
        if (bytes.byteLength > maxBytes) return undefined
        const now = yield* Clock.currentTimeMillis
        const name = freshName(mediaType)
        const entry = { job, size: bytes.byteLength, expiresAt: now + Duration.toMillis(keepFor) }
        const stored: Stored = { bytes: Buffer.from(bytes).toString("base64"), expiresAt: entry.expiresAt }
        yield* turns.withPermit(
          attempt("BlobStore.put", async () => {
            await keyv.set(blobKey(name), stored, Duration.toMillis(keepFor))
            const list = await listOf(account, now)
            list.set(name, entry)
            await discard(book.add(name, { ...entry, account }, now))
            await save(account)
          })
        )
        return addressIn(baseUrl, name)
      }),
    get: (name) =>
      Effect.gen(function* () {
        if (!isName(name)) return undefined
        const stored = yield* attempt(
          "BlobStore.get",
          async () => (await keyv.get(blobKey(name))) as Stored | null | undefined
        )
        if (stored === undefined || stored === null || stored.expiresAt <= (yield* Clock.currentTimeMillis)) {
          return undefined
        }
        // A Keyv gives values whole.
        const bytes = new Uint8Array(Buffer.from(stored.bytes, "base64"))
        return {
          mediaType: mediaTypeOf(name),
          size: bytes.byteLength,
          expiresAt: stored.expiresAt,
          read: readerOf(bytes)
        }
      }),
    remove: (owner) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* turns.withPermit(
          attempt("BlobStore.remove", async () => {
            await listOf(owner.account, now)
            await discard(book.takeByOwner(owner))
          })
        )
      }),
    erase: (selection) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        return yield* turns.withPermit(
          attempt("BlobStore.erase", async () => {
            const owner =
              "account" in selection ? selection.account : "names" in selection ? undefined : selection.accountId
            if (owner !== undefined) await listOf(owner, now)
            const known = new Map(
              [...lists].flatMap(([account, list]) => [...list].map(([name, { job }]) => [name, { account, job }]))
            )
            const listed = [...known].flatMap(([name, owner]) => (isSelected(selection, name, owner) ? [name] : []))
            // A blob that another process made is found by its name.
            const names = "names" in selection ? selection.names.filter(isName) : listed
            for (const name of names) book.drop(name, known.get(name)?.account ?? "")
            await discard(names)
            return names.length
          })
        )
      })
  }
}
