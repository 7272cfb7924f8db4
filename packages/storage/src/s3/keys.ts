/**
 * Where objects lie in a bucket. All that must be found together has a common beginning, and the key alone says when an
 * object expires, so that listing is enough to remove and to sweep:
 *
 * ```
 * <prefix><account>/<job or "none">/<account>-<job>-<hour of expiry>-<secret>.png
 * <prefix>names/<name>/<account>-<job>-<expiry>-<secret>.png         empty: where an older name leads to
 * <prefix>jobs/…                                                     documents (`Documents.ts`)
 * <prefix>pages/…                                                    cached pages (`PageCache.ts`)
 * ```
 *
 * The secret is made of the bytes (`contentSecret`), so that the same bytes of one owner are one object. Their names differ
 * by the moment in which they expire; the object stays until the end of that hour. Whoever writes a later moment into a name
 * sees the bytes that it has shown until the hour ends, or as long as they are stored anew, and never other bytes.
 */
import { createHmac } from "node:crypto"
import { extensions } from "@orbweaver/core/scrape/BlobStore"
import type { Artifact } from "@orbweaver/core/network/Renderer"
import { type BlobName, noJob, readName, writeName } from "../support/blobNames.ts"

const hour = 60 * 60 * 1000

export const keyOf = (prefix: string, name: BlobName): string =>
  prefixOf(prefix, name) + writeName({ ...name, expiresAt: Math.ceil(name.expiresAt / hour) * hour })

/** The beginning of all keys of a job, of single scrapes, or of an account with all its jobs. */
export const prefixOf = (
  prefix: string,
  { account, job }: { readonly account: string; readonly job?: string }
): string => `${prefix}${account}/${job === undefined ? "" : `${job}/`}`

/** The beginning of all keys that say where older names lead to, or of that for one name. */
export const namesPrefix = (prefix: string, name?: string): string =>
  `${prefix}names/${name === undefined ? "" : `${name}/`}`

/**
 * The beginnings under which all pictures lie. The digest of an account begins with a hexadecimal digit, and nothing else does,
 * so that a sweep of pictures lists no documents and pages, which may be many.
 */
export const picturePrefixes = (prefix: string): ReadonlyArray<string> => [
  ...Array.from("0123456789abcdef", (digit) => prefix + digit),
  namesPrefix(prefix)
]

export const documentsPrefix = (prefix: string): string => `${prefix}jobs/`

export const pagesPrefix = (prefix: string): string => `${prefix}pages/`

/** A prefix that ends with a slash, or nothing. */
export const folderOf = (prefix = ""): string => {
  const name = prefix.replace(/^\/+/, "")
  return name === "" || name.endsWith("/") ? name : `${name}/`
}

/** What a key says; undefined for those of other programs. */
export const readKey = (prefix: string, key: string): BlobName | undefined => {
  const name = readName(key.slice(key.lastIndexOf("/") + 1))
  if (name === undefined) return undefined
  const isObject = key === keyOf(prefix, name)
  return isObject || key.startsWith(namesPrefix(prefix)) ? name : undefined
}

export const isOfSingleScrape = ({ job }: BlobName): boolean => job === noJob

/**
 * The same for the same bytes of the same owner, and nothing that could be found out without the key: others who have the
 * bytes cannot tell whether somebody has stored them.
 */
export const contentSecret = (
  secretKey: string,
  { account, job }: Pick<BlobName, "account" | "job">,
  mediaType: Artifact["mediaType"],
  sha256: string
): string => {
  const bytes = createHmac("sha256", `orbweaver blob names ${secretKey}`).update(`${account}/${job}/${sha256}`).digest()
  // In the form of a random UUID, which names have.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString("hex")
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-")
  return `${uuid}.${extensions[mediaType]}`
}
