/** Tokens for the addresses of a session: whoever has one uses the session that way, without the key of its account. */
import * as Effect from "effect/Effect"
import { WebCrypto } from "effect/crypto/WebCrypto"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Record from "effect/Record"
import { equalDigests, secretDigest } from "../support/secretDigest.ts"

/** To control the browser, to watch its page, or to watch and use it with mouse and keys. */
export type Purpose = keyof typeof maxConnections

export type SessionTokens = Readonly<Record<Purpose, string>>

/** Connections of one session at once. */
export const maxConnections = { control: 1, view: 5, interact: 1 } as const

const tokenBytes = 32

export const makeTokens: Effect.Effect<SessionTokens> = Effect.map(WebCrypto, (crypto) =>
  Record.map(maxConnections, () => Base64Url.encode(crypto.getRandomValues(new Uint8Array(tokenBytes))))
)

/** Whether it is the token, in a time that does not tell how much of it is right. */
export const isToken = (token: string, given: string): Effect.Effect<boolean> =>
  Effect.zipWith(secretDigest(token), secretDigest(given), equalDigests)
