/**
 * The S3-compatible store that the environment names, for all commands of a machine: what a worker stores, a server gives and
 * `erase` removes.
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Options } from "@orbweaver/storage/s3"
import { type Exit, settingsOf, usage } from "../output/exit.ts"

const text = (name: string) => Config.option(Config.NonEmptyString(name))
const secret = (name: string) => Config.option(Config.Redacted(name))

const settings = Config.all({
  bucket: text("ORBWEAVER_S3_BUCKET"),
  endpoint: text("ORBWEAVER_S3_ENDPOINT"),
  region: text("ORBWEAVER_S3_REGION"),
  prefix: text("ORBWEAVER_S3_PREFIX"),
  forcePathStyle: Config.option(Config.Boolean("ORBWEAVER_S3_PATH_STYLE")),
  presign: Config.option(Config.Boolean("ORBWEAVER_S3_PRESIGN")),
  own: Config.all({
    accessKeyId: text("ORBWEAVER_S3_ACCESS_KEY_ID"),
    secretAccessKey: secret("ORBWEAVER_S3_SECRET_ACCESS_KEY"),
    sessionToken: secret("ORBWEAVER_S3_SESSION_TOKEN")
  }),
  aws: Config.all({
    accessKeyId: text("AWS_ACCESS_KEY_ID"),
    secretAccessKey: secret("AWS_SECRET_ACCESS_KEY"),
    sessionToken: secret("AWS_SESSION_TOKEN")
  }),
  awsRegion: text("AWS_REGION"),
  documents: Config.withDefault(Config.Boolean("ORBWEAVER_S3_DOCUMENTS"), false),
  cache: Config.withDefault(Config.Boolean("ORBWEAVER_S3_CACHE"), false),
  readUnencrypted: Config.withDefault(Config.Boolean("ORBWEAVER_S3_READ_UNENCRYPTED"), false)
})

export interface ObjectStore {
  /** With what pictures need. */
  readonly bucket: Options
  /** Whether documents of new pages go there. */
  readonly documents: boolean
  /** Whether cached pages go there. */
  readonly cache: boolean
  /** Whether objects that are not encrypted are read although there are keys. */
  readonly readUnencrypted: boolean
}

/** Undefined where no bucket is named. */
export const readObjectStore = Effect.gen(function* (): Effect.fn.Return<ObjectStore | undefined, Exit> {
  const found = yield* settingsOf(settings)
  const { cache, documents, readUnencrypted } = found
  if (Option.isNone(found.bucket)) {
    if (!documents && !cache) return undefined
    return yield* usage(`${documents ? "ORBWEAVER_S3_DOCUMENTS" : "ORBWEAVER_S3_CACHE"} needs ORBWEAVER_S3_BUCKET`)
  }
  // Names of AWS are often set already. Of one set all or none are taken: a token belongs to its key alone.
  const { accessKeyId, secretAccessKey, sessionToken } = Option.isSome(found.own.accessKeyId) ? found.own : found.aws
  if (Option.isNone(accessKeyId) || Option.isNone(secretAccessKey)) {
    return yield* usage("ORBWEAVER_S3_BUCKET needs ORBWEAVER_S3_ACCESS_KEY_ID and ORBWEAVER_S3_SECRET_ACCESS_KEY")
  }
  const bucket: Options = {
    bucket: found.bucket.value,
    accessKeyId: accessKeyId.value,
    secretAccessKey: secretAccessKey.value,
    endpoint: Option.getOrUndefined(found.endpoint),
    region: Option.getOrUndefined(Option.orElse(found.region, () => found.awsRegion)),
    sessionToken: Option.getOrUndefined(sessionToken),
    prefix: Option.getOrUndefined(found.prefix),
    forcePathStyle: Option.getOrUndefined(found.forcePathStyle),
    presign: Option.getOrUndefined(found.presign)
  }
  return { bucket, documents, cache, readUnencrypted }
})
