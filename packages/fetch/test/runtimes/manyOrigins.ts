/** Fetches from more origins at once than this process may have descriptors, twice, and prints the outcomes as JSON. */
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as Undici from "@orbweaver/fetch/Undici"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const [, , port = "", count = ""] = process.argv

const outcomes = Effect.gen(function* () {
  const { fetch } = yield* Fetcher
  const outcome = (host: string) =>
    fetch({ url: new URL(`http://${host}:${port}/`), timeout: Duration.seconds(20), maxBytes: 1000 }).pipe(
      Effect.match({
        onFailure: ({ reason }) => `${reason._tag} ${"detail" in reason ? reason.detail : ""}`,
        onSuccess: ({ status }) => String(status)
      })
    )
  const hosts = Array.from({ length: Number(count) }, (_, index) => `127.0.1.${index + 1}`)
  const crowded = yield* Effect.forEach(hosts, outcome, { concurrency: "unbounded" })
  const after = yield* Effect.forEach(hosts.slice(0, 10), outcome)
  return { crowded, after }
}).pipe(Effect.provide(Undici.layer().pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))))

console.log(JSON.stringify(await Effect.runPromise(outcomes)))
