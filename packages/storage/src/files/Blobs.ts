/**
 * `BlobStore` in a directory: a file for each blob, in a folder for each job.
 *
 * ```
 * <directory>/<account>/<job or "none">/<expiry>-<random name>.png
 * ```
 *
 * The name that is given out holds all of that (account and job as digests), so
 * there is no index that could be lost or disagree: several processes may share
 * the directory, and removing a job is removing a folder. What has expired is
 * deleted every ten minutes while the layer is open.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import { BlobIndex } from "@orbweaver/core/internal/scrape/BlobIndex"
import {
  addressIn,
  type BlobSelection,
  BlobStore,
  freshName,
  isSelected,
  mediaTypeOf,
  type Options as BlobOptions
} from "@orbweaver/core/scrape/BlobStore"
import type { Owner } from "@orbweaver/core/internal/scrape/BlobIndex"
import { open, readdir, readFile, rename, rm, rmdir, stat, unlink, writeFile } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { makeFolder } from "./makeFolder.ts"
import { digest, digestsOf, noJob, readName, writeName } from "../support/blobNames.ts"
import { storeFault } from "../support/storeFault.ts"
import { sweepBlobs } from "../support/sweepBlobs.ts"
import type { StoredBlobs } from "../support/storedBlobs.ts"

export interface Options extends BlobOptions {
  /** Made when it is not there. Nothing else should be kept in it. */
  readonly directory: string
}

/** Default: 1 GiB, as far as this process knows of the others' files: it looks every ten minutes. */
export const layer = ({ baseUrl, directory, maxBytes = 1024 ** 3 }: Options): Layer.Layer<BlobStore> =>
  Layer.effect(
    BlobStore,
    Effect.gen(function* () {
      const bookkeeping = yield* Semaphore.make(1)
      let book = new BlobIndex(maxBytes)

      const discard = async (names: ReadonlyArray<string>): Promise<void> => {
        for (const name of names) await remove(join(directory, pathOf(name)!))
      }

      /** Reads the directory again, and deletes what has expired or is too much. */
      const sweep = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* attempt("BlobStore.sweep", async () => {
          const found = new BlobIndex(maxBytes)
          for (const { name, ...entry } of await filesIn(directory)) {
            await discard(entry.expiresAt <= now ? [name] : found.add(name, entry, now))
          }
          book = found
        })
      }).pipe(bookkeeping.withPermits(1))

      yield* sweepBlobs(sweep)

      return BlobStore.of({
        put: ({ bytes, mediaType }, owner, keepFor) =>
          Effect.gen(function* () {
            if (bytes.byteLength > maxBytes) return undefined
            const now = yield* Clock.currentTimeMillis
            const expiresAt = now + Duration.toMillis(keepFor)
            const { account, job } = digestsOf(owner)
            const name = writeName({ account, job, expiresAt, secret: freshName(mediaType) })
            yield* attempt("BlobStore.put", () => write(join(directory, pathOf(name)!), bytes))
            yield* bookkeeping.withPermit(
              attempt("BlobStore.put", () =>
                discard(book.add(name, { account, job, size: bytes.byteLength, expiresAt }, now))
              )
            )
            return addressIn(baseUrl, name)
          }),
        get: (name) =>
          Effect.gen(function* () {
            const expiresAt = readName(name)?.expiresAt ?? 0
            if (expiresAt <= (yield* Clock.currentTimeMillis)) return undefined
            const file = join(directory, pathOf(name)!)
            const facts = yield* attempt("BlobStore.get", () => unlessMissing(stat(file)))
            if (facts === undefined) return undefined
            return {
              mediaType: mediaTypeOf(name),
              size: facts.size,
              expiresAt,
              read: (from, length) => attempt("BlobStore.read", () => readPart(file, from, length))
            }
          }),
        remove: (owner) =>
          bookkeeping.withPermit(
            attempt("BlobStore.remove", () => {
              const { account, job } = digestsOf(owner)
              book.takeByOwner({ account, job: owner.job === undefined ? undefined : job })
              const folder = owner.job === undefined ? account : join(account, job)
              return rm(join(directory, folder), { recursive: true, force: true })
            })
          ),
        erase: (selection) =>
          bookkeeping.withPermit(
            attempt("BlobStore.erase", async () => {
              // Files have the digests of an account and a job in place of their ids.
              const wanted: BlobSelection =
                "account" in selection
                  ? { account: digest(selection.account), job: selection.job && digestsOf(selection).job }
                  : "names" in selection
                    ? selection
                    : { ...selection, accountId: selection.accountId && digest(selection.accountId) }
              const erased = (await filesIn(directory)).filter(({ account, job, name }) =>
                isSelected(wanted, name, { account, job: job === noJob ? undefined : job })
              )
              for (const { account, name } of erased) book.drop(name, account)
              await discard(erased.map(({ name }) => name))
              return erased.length
            })
          )
      })
    })
  )

/** All blobs of the directory, to move them to another store. */
export const contents = (directory: string): StoredBlobs =>
  Stream.unwrap(
    Effect.map(
      attempt("BlobStore.contents", () => filesIn(directory)),
      Stream.fromIterable
    )
  ).pipe(
    Stream.map(({ account, expiresAt, job = noJob, name, size }) => {
      const file = join(directory, pathOf(name)!)
      return {
        name,
        account,
        job,
        expiresAt,
        size,
        bytes: attempt("BlobStore.read", async () => new Uint8Array(await readFile(file))),
        remove: attempt("BlobStore.remove", () => remove(file))
      }
    })
  )

const attempt = <A>(operation: string, run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (cause) => storeFault(operation, cause) })

/** The file of a name, below the directory; undefined for what is no name of ours. */
const pathOf = (name: string): string | undefined => {
  const read = readName(name)
  return read && join(read.account, read.job, `${read.expiresAt.toString(36)}-${read.secret}`)
}

interface Found extends Owner {
  readonly name: string
  readonly size: number
  readonly expiresAt: number
}

/** All blobs of the directory, those that expire first at the front. */
const filesIn = async (directory: string): Promise<ReadonlyArray<Found>> => {
  const entries = (await unlessMissing(readdir(directory, { recursive: true, withFileTypes: true }))) ?? []
  const found: Array<Found> = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(directory, path).replaceAll(sep, "-")
    const read = readName(name)
    if (read === undefined) continue
    const { account, expiresAt, job } = read
    const facts = await unlessMissing(stat(path))
    if (facts !== undefined) found.push({ name, account, job, size: facts.size, expiresAt })
  }
  return found.sort((a, b) => a.expiresAt - b.expiresAt)
}

/** Whole or not at all: under its name only once every byte is written. */
const write = async (path: string, bytes: Uint8Array): Promise<void> => {
  const part = `${path}.part`
  await makeFolder(dirname(path), 0o700)
  try {
    await writeFile(part, bytes, { mode: 0o600 })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const readPart = async (path: string, from: number, length: number): Promise<Uint8Array> => {
  const file = await unlessMissing(open(path))
  if (file === undefined) return new Uint8Array()
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Removes a file, and its folder with the last one. */
const remove = async (path: string): Promise<void> => {
  await unlessMissing(unlink(path))
  await rmdir(dirname(path)).catch(() => undefined)
}

const unlessMissing = <A>(promise: Promise<A>): Promise<A | undefined> =>
  promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined
    throw error
  })
