/**
 * Names of blobs that say whose the blob is and when it expires, so that a store needs no index beside its files or objects:
 *
 * ```
 * <digest of the account>-<digest of the job, or "none">-<expiry in base 36>-<122 bits>.png
 * ```
 */
import { createHash } from "node:crypto"
import { isName } from "@orbweaver/core/scrape/BlobStore"
import type { Owner } from "@orbweaver/core/internal/scrape/BlobIndex"

export interface BlobName {
  /** Digest of the account's id. */
  readonly account: string
  /** Digest of the job's id, or `noJob`. */
  readonly job: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** What nobody can guess, with the extension of the media type. */
  readonly secret: string
}

/** In place of a job, for single scrapes. */
export const noJob = "none"

export const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16)

/** An owner as names have it. */
export const digestsOf = ({ account, job }: Owner): Pick<BlobName, "account" | "job"> => ({
  account: digest(account),
  job: job === undefined ? noJob : digest(`${account}/${job}`)
})

export const writeName = ({ account, expiresAt, job, secret }: BlobName): string =>
  `${account}-${job}-${expiresAt.toString(36)}-${secret}`

const shape = /^([0-9a-f]{16})-([0-9a-f]{16}|none)-([0-9a-z]{1,11})-(.{40})$/

/** Undefined for what `writeName` has not written. */
export const readName = (name: string): BlobName | undefined => {
  const [, account, job, expiry, secret] = shape.exec(name) ?? []
  if (account === undefined || job === undefined || expiry === undefined) return undefined
  if (secret === undefined || !isName(secret)) return undefined
  return { account, job, expiresAt: Number.parseInt(expiry, 36), secret }
}
