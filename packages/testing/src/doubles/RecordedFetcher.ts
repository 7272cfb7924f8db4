/**
 * A `Fetcher` that records pages once and gives them again without network: one file for each page, in a folder that
 * is committed with the tests.
 *
 * Request headers, cookies and sessions are never written; `set-cookie` and credentials of addresses are left out, and
 * so are the values of query parameters whose name says that they are secret. Bodies are written as they came.
 */
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { CaptureError, ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import type { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher, type FetchRequest, type FetchResponse } from "@orbweaver/core/network/Fetcher"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface Options {
  /** Where the files are; made when something is recorded. */
  readonly folder: string
  /** Fetches what is not recorded yet. Without it such a page fails, and nothing touches the network. */
  readonly record?: Layer.Layer<Fetcher, never, Egress | ProxyPool> | undefined
}

export const layer = ({ folder, record }: Options): Layer.Layer<Fetcher, never, Egress | ProxyPool> =>
  Layer.effect(
    Fetcher,
    Effect.gen(function* () {
      const real = record === undefined ? undefined : Context.get(yield* Layer.build(record), Fetcher)
      const missing = ({ url }: FetchRequest) =>
        new CaptureError({
          url: url.href,
          reason: new ConnectionFailed({ detail: `no recording of ${publicUrl(url)} in ${folder}: record it first` })
        })
      return Fetcher.of({
        fetch: Effect.fnUntraced(function* (request: FetchRequest) {
          const file = join(folder, fileNameOf(request.url))
          const kept = yield* Effect.promise(() => read(file))
          if (kept !== undefined) return kept
          if (real === undefined) return yield* missing(request)
          const response = yield* real.fetch(request)
          yield* Effect.promise(() => write(folder, file, request, response))
          return response
        })
      })
    })
  )

interface Recording {
  readonly asked: string
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly text: string } | { readonly base64: string }
}

const secretName = /auth|cookie|credential|key|pass|secret|session|sid|sig|token/i
/** Headers of answers that may name somebody. */
const secretHeaders = /^(?:set-cookie|authorization|proxy-authorization|www-authenticate)$|token|session|api-key/i

/** The address without credentials and without the values of secret parameters. */
export const publicUrl = (url: URL): string => {
  const shown = new URL(url)
  shown.username = ""
  shown.password = ""
  for (const name of new Set(shown.searchParams.keys())) {
    if (secretName.test(name)) shown.searchParams.set(name, "secret")
  }
  return shown.href
}

const fileNameOf = (url: URL): string => {
  const shown = publicUrl(url)
  const digest = createHash("sha256").update(shown).digest("hex").slice(0, 12)
  const readable = shown
    .replace(/^https?:\/\//, "")
    .replaceAll(/[^\w.-]+/g, "-")
    .slice(0, 100)
  return `${readable}-${digest}.json`
}

const read = async (file: string): Promise<FetchResponse | undefined> => {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined
    throw error
  })
  if (text === undefined) return undefined
  const { body, headers, status, url } = JSON.parse(text) as Recording
  const bytes =
    "text" in body ? new TextEncoder().encode(body.text) : new Uint8Array(Buffer.from(body.base64, "base64"))
  return { url: new URL(url), status, headers, body: bytes }
}

const write = async (folder: string, file: string, { url }: FetchRequest, response: FetchResponse): Promise<void> => {
  const text = Buffer.from(response.body).toString("utf8")
  const isText = Buffer.from(text, "utf8").equals(response.body)
  const recording: Recording = {
    asked: publicUrl(url),
    url: publicUrl(response.url),
    status: response.status,
    headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !secretHeaders.test(name))),
    body: isText ? { text } : { base64: Buffer.from(response.body).toString("base64") }
  }
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify(recording, null, 2)}\n`)
}
