/**
 * Requests to an S3-compatible store: signed, sent through the egress policy, tried again while the store is away, and read
 * within bounds.
 *
 * `aws4fetch` only signs here. It is small and has no dependencies; the SDK of AWS would bring an HTTP client of its own,
 * which does not ask the egress policy.
 */
import { AwsV4Signer } from "aws4fetch"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { type Secret, secretText } from "@orbweaver/core/internal/model/secret"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { Egress } from "@orbweaver/core/network/Egress"
import { EgressFetch } from "@orbweaver/egress/HttpClient"
import { failureOf, isBucketMissing, S3Failure, toStoreError, unreachable } from "./S3Failure.ts"

export interface Connection {
  readonly bucket: string
  /** Address of the store, such as `https://minio.example.com:9000`. Default: that of AWS for the region. */
  readonly endpoint?: string | undefined
  /** Default: `us-east-1`, which stores that know no regions expect. */
  readonly region?: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: Secret
  /** Of temporary credentials. Addresses that are signed with them end when they do. */
  readonly sessionToken?: Secret | undefined
  /**
   * Name the bucket in the path (`https://host/bucket/key`) and not in the host (`https://bucket.host/key`). Default:
   * `true` where there is an `endpoint`.
   */
  readonly forcePathStyle?: boolean | undefined
  /** How long one request may take. Default: 30 seconds. */
  readonly timeout?: Duration.Input | undefined
  /** How often a request is sent again while the store is away, with growing pauses. Default: 3. */
  readonly retries?: number | undefined
}

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE"
  /** Of the bucket itself when absent. */
  readonly key?: string | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Inclusive. */
  readonly range?: { readonly first: number; readonly last: number } | undefined
  readonly body?: { readonly bytes: Uint8Array; readonly sha256: string; readonly mediaType: string } | undefined
  /** Answers besides 2xx that are no failure. */
  readonly accepts?: ReadonlyArray<number> | undefined
  /** Bytes of the answer that are read; more is a failure. */
  readonly maxBytes: number
}

export interface S3Response {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

export interface S3Client {
  readonly send: (operation: string, request: S3Request) => Effect.Effect<S3Response, StoreError>
  /** An address under which whoever has it may read the object for so many seconds. */
  readonly signedAddress: (operation: string, key: string, seconds: number) => Effect.Effect<string, StoreError>
}

/** The longest time that the protocol allows for a signed address. */
const maxSignedSeconds = 7 * 24 * 60 * 60

/** Bytes of an answer that says what went wrong. */
const maxErrorBytes = 64 * 1024

/** The longest time that a timer takes: 24 days. */
const maxTimerMs = 2 ** 31 - 1

/** The first pause; each one after is twice as long. */
const firstPause = Duration.millis(200)

/**
 * The endpoint is the operator's word, so it may be in a private network: the policy of these requests opens its host and no
 * other. Hosts that the instance blocks stay blocked.
 */
export const connect = (options: Connection): Effect.Effect<S3Client, never, Egress | Scope.Scope> =>
  Effect.gen(function* () {
    const { policy } = yield* Egress
    const { base, host } = addressOf(options)
    const egress = Egress.layer({ ...policy, allowLocal: true, allow: [host], ports: undefined })
    const fetch = Context.get(yield* Layer.build(Layer.provide(EgressFetch.layer(), egress)), EgressFetch)
    const limitMs = Math.min(Duration.toMillis(options.timeout ?? Duration.seconds(30)), maxTimerMs)
    const pauses = Schedule.exponential(firstPause).pipe(Schedule.jittered)
    const store = `the bucket "${options.bucket}" at ${host}`

    const urlOf = ({ key = "", query = {} }: Pick<S3Request, "key" | "query">): URL => {
      const url = new URL(base + key.split("/").map(encodeURIComponent).join("/"))
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url
    }

    const sign = (url: URL, method: string, headers: Readonly<Record<string, string>>, signQuery: boolean) =>
      new AwsV4Signer({
        url: url.href,
        method,
        headers,
        signQuery,
        service: "s3",
        region: options.region ?? "us-east-1",
        accessKeyId: options.accessKeyId,
        secretAccessKey: secretText(options.secretAccessKey),
        ...(options.sessionToken === undefined ? {} : { sessionToken: secretText(options.sessionToken) })
      }).sign()

    const attempt = (request: S3Request): Effect.Effect<S3Response, S3Failure> =>
      Effect.tryPromise({
        try: async (interrupted): Promise<S3Response> => {
          const signal = AbortSignal.any([interrupted, AbortSignal.timeout(limitMs)])
          const { body, method, range } = request
          const { headers, url } = await sign(
            urlOf(request),
            method,
            body === undefined ? {} : { "x-amz-content-sha256": body.sha256 },
            false
          )
          // These are not signed, so that what lies between may change them.
          headers.set("accept-encoding", "identity")
          if (range !== undefined) headers.set("range", `bytes=${range.first}-${range.last}`)
          if (body !== undefined) headers.set("content-type", body.mediaType)
          const response = await fetch(url, {
            method,
            headers: [...headers],
            signal,
            ...(body === undefined ? {} : { body: body.bytes as Uint8Array<ArrayBuffer> })
          })
          const { headers: answered, status } = response
          const { bytes, isWhole } = await readBody(response, response.ok ? request.maxBytes : maxErrorBytes)
          if (!response.ok) {
            const body = new TextDecoder().decode(bytes)
            const isAccepted = request.accepts?.includes(status) === true && !isBucketMissing(body)
            if (!isAccepted) throw failureOf(status, body)
            return { status, headers: answered, body: bytes }
          }
          if (!isWhole) {
            // Objects are read whole only where their size is bounded as they are written.
            const kind = request.method === "GET" && request.key !== undefined ? "damaged" : "other"
            throw new S3Failure({ kind, detail: `answered more than ${request.maxBytes} bytes` })
          }
          return { status, headers: answered, body: bytes }
        },
        catch: (cause) => (cause instanceof S3Failure ? cause : unreachable(cause))
      })

    return {
      send: (operation, request) =>
        attempt(request).pipe(
          Effect.retry({
            while: ({ kind }) => kind === "unavailable",
            times: options.retries ?? 3,
            schedule: pauses
          }),
          Effect.mapError((failure) => toStoreError(operation, store, failure))
        ),
      signedAddress: (operation, key, seconds) =>
        Effect.tryPromise({
          try: async () => {
            const url = urlOf({ key })
            url.searchParams.set("X-Amz-Expires", String(Math.min(Math.max(seconds, 1), maxSignedSeconds)))
            return (await sign(url, "GET", {}, true)).url.href
          },
          catch: (cause) =>
            toStoreError(operation, store, new S3Failure({ kind: "other", detail: "got no signature", cause }))
        })
    } satisfies S3Client
  })

/** Where keys are appended to, and the host that the policy opens. */
const addressOf = ({ bucket, endpoint, forcePathStyle = endpoint !== undefined, region }: Connection) => {
  const url = new URL(endpoint ?? `https://s3.${region ?? "us-east-1"}.amazonaws.com`)
  if (!forcePathStyle) url.hostname = `${bucket}.${url.hostname}`
  const path = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`
  const base = url.origin + path + (forcePathStyle ? `${encodeURIComponent(bucket)}/` : "")
  return { base, host: url.hostname.replace(/^\[|\]$/g, "") }
}

/** At most so many bytes of an answer; the rest is not waited for. */
const readBody = async (
  { body }: Response,
  maxBytes: number
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  if (body === null) return { bytes: new Uint8Array(), isWhole: true }
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.byteLength
    // Leaving the loop cancels the body.
    if (size > maxBytes) break
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)).subarray(0, maxBytes), isWhole: size <= maxBytes }
}
