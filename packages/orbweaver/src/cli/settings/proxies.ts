/** The proxies that pages of a command leave through: `--proxy`, or those of the environment. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { isProxy, ProxyPool } from "@orbweaver/core/network/ProxyPool"
import type { Adapters } from "../../assembly/Adapters.ts"
import { texts, type InputOf } from "../flags/flags.ts"
import { type Exit, settingsOf, usage } from "../output/exit.ts"

export type ProxyInput = InputOf<typeof proxyFlags>

export const proxyFlags = {
  proxy: texts(
    "proxy",
    "Proxy to use: http, https or socks5, with user:password@ if it needs them; may be repeated (default PROXY_SERVER)"
  )
}

/** Under the names that people who host Firecrawl themselves already have (docs/guide/self-hosting.md). */
const environment = Config.all({
  server: Config.option(Config.NonEmptyString("PROXY_SERVER")),
  user: Config.option(Config.String("PROXY_USERNAME")),
  password: Config.option(Config.Redacted("PROXY_PASSWORD"))
})

export const read = Effect.fnUntraced(function* ({
  proxy
}: ProxyInput): Effect.fn.Return<Pick<Adapters, "proxies">, Exit> {
  const urls = proxy.length === 0 ? yield* named : yield* Effect.forEach(proxy, (text) => parse("--proxy", text))
  return urls.length === 0 ? {} : { proxies: ProxyPool.layer({ proxies: urls.map((url) => ({ url })) }) }
})

const named = Effect.gen(function* () {
  const { password, server, user } = yield* settingsOf(environment)
  if (Option.isNone(server)) return []
  const url = yield* parse("PROXY_SERVER", server.value)
  if (Option.isSome(user)) url.username = user.value
  if (Option.isSome(password)) url.password = Redacted.value(password.value)
  return [url]
})

const parse = (name: string, text: string): Effect.Effect<URL, Exit> => {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`)
  return url !== null && isProxy(url)
    ? Effect.succeed(url)
    : usage(`${name} takes an address with http, https or socks5`)
}
