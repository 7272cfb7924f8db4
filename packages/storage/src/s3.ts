/**
 * Pictures and PDFs in a bucket of an S3-compatible store: AWS, MinIO, Ceph, Cloudflare R2, Swift.
 *
 * ```ts
 * createOrbweaver({ blobs: s3({ bucket: "pictures", region: "eu-central-1", accessKeyId, secretAccessKey, presign: true }) })
 * ```
 */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import type { Egress } from "@orbweaver/core/network/Egress"
import type { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import type * as Layer from "effect/Layer"
import { layer, type Options } from "./s3/Blobs.ts"

export type { Options } from "./s3/Blobs.ts"
export type { Connection } from "./s3/S3Client.ts"
export { type Moved, moveBlobs, type MoveOptions } from "./s3/moveBlobs.ts"
export type { StoredBlob, StoredBlobs } from "./support/storedBlobs.ts"

/** A `BlobStore` for `blobs`. Throws `InvalidInput` for an option that there is not, or that is missing. */
export const s3 = (options: Options): Layer.Layer<BlobStore, never, Egress> => {
  checkOptions(options)
  return layer(options)
}

/** Throws `InvalidInput`. */
export const checkOptions = (options: Options): void => {
  if (options === undefined) throw invalid(what, [], "Expected an object of options")
  Given.checkOptions(what, schemas, options)
  for (const name of ["bucket", "accessKeyId", "secretAccessKey"] as const) {
    if (options[name] === undefined) throw invalid(what, [name], "Required")
  }
  if (options.baseUrl === undefined && options.presign !== true) {
    throw invalid(
      what,
      ["baseUrl"],
      "Expected the address that serves the pictures, such as `https://api.example.com/blobs/`, or `presign: true`"
    )
  }
}

const what = "options of s3"

const schemas: Given.OptionSchemas<Options> = {
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
  retries: Given.wholeNumber(0),
  prefix: Given.text,
  presign: Given.boolean,
  baseUrl: Given.value("an address, or a function that gives one", (given) =>
    ["string", "function"].includes(typeof given)
  ),
  maxBytes: Given.number(0)
}
