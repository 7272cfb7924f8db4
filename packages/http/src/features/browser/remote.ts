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
const pathOf = { control: "cdp" } as const
type Purpose = keyof typeof pathOf

/** The addresses of a session as the answers of the API have them; empty where sessions have none. */
export const addressesOf = ({ id, tokens }: Sessions.SessionInfo, base: string | undefined) => ({
  cdpUrl:
    base === undefined
      ? ""
      : `${base.replace(/^http/, "ws")}/v2/browser/${encodeURIComponent(id)}/${pathOf.control}?token=${tokens.control}`
})

const address = /^\/v2\/(?:browser|interact)\/([^/?#]+)\/(\w+)(?:\?([^#]*))?$/

/** From the path and query of a request, without the prefix of the API; `undefined` where it is for something else. */
export const connectRequestOf = (url: string): ConnectRequest | undefined => {
  const [, id, path, query] = address.exec(url) ?? []
  const purpose = purposes.find((one) => pathOf[one] === path)
  if (id === undefined || purpose === undefined) return undefined
  return { purpose, id, token: new URLSearchParams(query).get("token") ?? "" }
}

const purposes = Struct.keys(pathOf)

/** Finds the session of a token, or says why there is none. */
export type Connect = (request: ConnectRequest) => Effect.Effect<Sessions.RemoteSession, WireError, Scope.Scope>

export const connectTo =
  (sessions: Sessions.Service): Connect =>
  ({ id, purpose, token }) =>
    Effect.mapError(sessions.connect(purpose, id, token), (error) => wireErrorOf(error, "v2"))
