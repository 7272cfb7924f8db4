/** The proxies of an instance, from its environment. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type Options, ProxyPool } from "@orbweaver/core/network/ProxyPool"

/**
 * Reads `ORBWEAVER_PROXY_URL` and `ORBWEAVER_STEALTH_PROXY_URL`: addresses with
 * http, https or socks5, several divided by spaces or commas. Without either the
 * pool is empty and requests go out directly. Throws a `TypeError` as
 * `ProxyPool.layer` does.
 */
export const layerConfig = (options: Omit<Options, "proxies"> = {}): Layer.Layer<ProxyPool, Config.ConfigError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const basic = yield* addresses("ORBWEAVER_PROXY_URL")
      const stealth = yield* addresses("ORBWEAVER_STEALTH_PROXY_URL")
      return ProxyPool.layer({
        ...options,
        proxies: [...basic.map((url) => ({ url })), ...stealth.map((url) => ({ url, class: "stealth" as const }))]
      })
    })
  )

const addresses = (name: string) =>
  Config.option(Config.Redacted(name)).pipe(
    Config.map((given) =>
      Option.isNone(given)
        ? []
        : Redacted.value(given.value)
            .split(/[\s,]+/)
            .filter((url) => url !== "")
    )
  )
