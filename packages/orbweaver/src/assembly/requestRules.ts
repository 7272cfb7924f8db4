/** Hooks and host rules as an application gives them, for the engines. */
import { canonicalHost, HostRules, make as makeHostRules } from "@orbweaver/core/internal/network/HostRules"
import { defaultLimit, RequestHooks } from "@orbweaver/core/internal/network/RequestHooks"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { checkGiven } from "@orbweaver/core/internal/model/RequestHeaders"
import { defaults as politeness } from "@orbweaver/core/jobs/Politeness"
import { isProxy } from "@orbweaver/core/network/ProxyPool"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Adapters, HostOptions } from "./Adapters.ts"

/** What the engines of an instance read. */
export const layer = ({
  hookTimeout = defaultLimit,
  hosts = {},
  onRequest,
  onResponse,
  retry
}: Adapters): Layer.Layer<never> =>
  Layer.merge(
    Layer.succeed(RequestHooks, {
      onRequest,
      onResponse,
      retry,
      limitMs: Duration.toMillis(Duration.fromInputUnsafe(hookTimeout))
    }),
    Layer.succeed(
      HostRules,
      makeHostRules(Object.fromEntries(Object.entries(hosts).map(([host, options]) => [host, ruleOf(options)])))
    )
  )

const ruleOf = ({ delay, engine, headers, proxy }: HostOptions) => {
  const checked = checkGiven(headers ?? {})
  return {
    engine,
    headers: headers !== undefined && checked.ok ? checked.headers : undefined,
    delay: delay === undefined ? undefined : Option.getOrUndefined(readDelay(delay)),
    proxy: proxy === undefined ? undefined : new URL(proxy)
  }
}

/** A plain number is seconds, as in the `delay` of a crawl. */
const readDelay = (delay: Duration.Input) =>
  Duration.fromInput(typeof delay === "number" ? Duration.seconds(delay) : delay)

const maxDelay = Duration.millis(politeness.crawlDelayMs)

const options = Given.options<HostOptions>({
  headers: Given.headers,
  delay: Given.value(`seconds or a duration such as "5 seconds", at most ${Duration.format(maxDelay)}`, (given) => {
    const read = readDelay(given as Duration.Input)
    return Option.isSome(read) && !Duration.isNegative(read.value) && Duration.isLessThanOrEqualTo(read.value, maxDelay)
  }),
  proxy: Given.value("the address of a proxy (`http`, `https` or `socks5`)", (given) => {
    const url = URL.parse(given instanceof URL ? given.href : String(given))
    return url !== null && isProxy(url)
  }),
  engine: Given.oneOf("fetch", "browser")
})

/** The schema of `hosts`. */
export const hostTable = Schema.Record(Schema.String, options).check(
  Schema.makeFilter((table) => {
    const wrong = Object.keys(table).find((host) => canonicalHost(host) === undefined)
    return wrong === undefined
      ? undefined
      : `Expected host names such as "example.com", or "*" for all, without scheme, port and path: ${wrong.slice(0, 100)}`
  })
)
