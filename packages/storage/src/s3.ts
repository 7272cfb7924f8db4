/**
 * Pictures and PDFs, documents of jobs, and cached pages in a bucket of an S3-compatible store: AWS, MinIO, Ceph, Cloudflare
 * R2, Swift.
 *
 * ```ts
 * const bucket = { bucket: "orbweaver", region: "eu-central-1", accessKeyId, secretAccessKey }
 * createOrbweaver({
 *   blobs: s3({ ...bucket, presign: true }),
 *   documents: s3Documents(bucket),
 *   cache: s3PageCache(bucket)
 * })
 * ```
 */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import type { Egress } from "@orbweaver/core/network/Egress"
import type { DocumentStore } from "@orbweaver/core/jobs/DocumentStore"
import type { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import type { PageCache } from "@orbweaver/core/scrape/PageCache"
import type * as Layer from "effect/Layer"
import { layer, type Options } from "./s3/Blobs.ts"
import * as Documents from "./s3/Documents.ts"
import * as Pages from "./s3/PageCache.ts"
import type { Connection } from "./s3/S3Client.ts"
import { encryptionKeys } from "./support/sealing.ts"

export type { Options } from "./s3/Blobs.ts"
export type { Options as DocumentOptions } from "./s3/Documents.ts"
export type { Options as PageCacheOptions } from "./s3/PageCache.ts"
export type { Connection } from "./s3/S3Client.ts"
export { type Moved, moveBlobs, type MoveOptions } from "./s3/moveBlobs.ts"
export type { StoredBlob, StoredBlobs } from "./support/storedBlobs.ts"

/** A `BlobStore` for `blobs`. Throws `InvalidInput` for an option that there is not, or that is missing. */
export const s3 = (options: Options): Layer.Layer<BlobStore, never, Egress> => {
  checkOptions(options)
  return layer(options)
}

/**
 * A `DocumentStore` for `documents`: rows of jobs then hold no documents. Throws `InvalidInput` for an option that there is
 * not, or that is missing.
 */
export const s3Documents = (options: Documents.Options): Layer.Layer<DocumentStore, never, Egress> => {
  checkConnection("options of s3Documents", documentSchemas, options)
  return Documents.layer(options)
}

/** A `PageCache` for `cache`. Throws `InvalidInput` for an option that there is not, or that is missing. */
export const s3PageCache = (options: Pages.Options): Layer.Layer<PageCache, never, Egress> => {
  checkConnection("options of s3PageCache", pageSchemas, options)
  return Pages.layer(options)
}

/** Throws `InvalidInput`. */
const checkConnection = <O extends Connection>(what: string, schemas: Given.OptionSchemas<O>, options: O): void => {
  if (options === undefined) throw invalid(what, [], "Expected an object of options")
  Given.checkOptions(what, schemas, options)
  for (const name of ["bucket", "accessKeyId", "secretAccessKey"] as const) {
    if (options[name] === undefined) throw invalid(what, [name], "Required")
  }
}

/** Throws `InvalidInput`. */
export const checkOptions = (options: Options): void => {
  checkConnection(what, schemas, options)
  if (options.baseUrl === undefined && options.presign !== true) {
    throw invalid(
      what,
      ["baseUrl"],
      "Expected the address that serves the pictures, such as `https://api.example.com/blobs/`, or `presign: true`"
    )
  }
}

const what = "options of s3"

const connection: Given.OptionSchemas<Connection> = {
  bucket: Given.value(
    "the name of a bucket: 3 to 63 letters, digits, `.`, `-` and `_`",
    (given) => typeof given === "string" && /^[\w.-]{3,63}$/.test(given)
  ),
  endpoint: Given.value("an address such as `https://minio.example.com:9000`", (given) => {
    const url = typeof given === "string" ? URL.parse(given) : null
    return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.search === ""
  }),
  region: Given.text,
  accessKeyId: Given.text,
  secretAccessKey: Given.secret,
  sessionToken: Given.secret,
  forcePathStyle: Given.boolean,
  timeout: Given.duration,
  retries: Given.wholeNumber(0)
}

const documentSchemas: Given.OptionSchemas<Documents.Options> = {
  ...connection,
  prefix: Given.text,
  readOnly: Given.boolean,
  encryptionKeys,
  readUnencrypted: Given.boolean
}

const pageSchemas: Given.OptionSchemas<Pages.Options> = {
  ...connection,
  prefix: Given.text,
  keep: Given.duration,
  maxBytes: Given.number(0),
  encryptionKeys,
  readUnencrypted: Given.boolean
}

const schemas: Given.OptionSchemas<Options> = {
  ...connection,
  prefix: Given.text,
  presign: Given.boolean,
  baseUrl: Given.value("an address, or a function that gives one", (given) =>
    ["string", "function"].includes(typeof given)
  ),
  maxBytes: Given.number(0)
}
