/** Addresses at which programs without an API key use a browser session (docs/guide/remote-browsers.md). */
import type * as Sessions from "@orbweaver/core/scrape/BrowserSessions"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type * as Scope from "effect/Scope"
import type { WireError } from "../../wire/ErrorBody.ts"
import { wireErrorOf } from "../../wire/wireErrorOf.ts"

/** What a client asks for that wants to connect. */
export interface ConnectRequest {
  readonly purpose: Purpose
  readonly id: string
  readonly token: string
}

/** The last part of the path for each purpose. */
export const paths = { control: "cdp", view: "live", interact: "live/interactive" } as const
type Purpose = keyof typeof paths

/** The addresses of a session as the answers of the API have them; empty where sessions have none. */
export const addressesOf = ({ id, tokens }: Sessions.SessionInfo, base: string | undefined) => {
  if (base === undefined) return { cdpUrl: "", liveViewUrl: "", interactiveLiveViewUrl: "" }
  const to = (purpose: Purpose) =>
    `${base}/v2/browser/${encodeURIComponent(id)}/${paths[purpose]}?token=${tokens[purpose]}`
  return {
    cdpUrl: to("control").replace(/^http/, "ws"),
    liveViewUrl: to("view"),
    interactiveLiveViewUrl: to("interact")
  }
}

const address = /^\/v2\/browser\/([^/?#]+)\/([\w/]+)(?:\?([^#]*))?$/

/** From the path and query of a request, without the prefix of the API; `undefined` where it is for something else. */
export const connectRequestOf = (url: string): ConnectRequest | undefined => {
  const [, id, path, query] = address.exec(url) ?? []
  const purpose = purposes.find((one) => paths[one] === path)
  if (id === undefined || purpose === undefined) return undefined
  return { purpose, id: decoded(id), token: new URLSearchParams(query).get("token") ?? "" }
}

const purposes = Struct.keys(paths)

const decoded = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Finds the session of a token, or says why there is none. */
export type Connect = (request: ConnectRequest) => Effect.Effect<Sessions.RemoteSession, WireError, Scope.Scope>

export const connectTo =
  (sessions: Sessions.Service): Connect =>
  ({ id, purpose, token }) =>
    Effect.mapError(sessions.connect(purpose, id, token), (error) => wireErrorOf(error, "v2"))
