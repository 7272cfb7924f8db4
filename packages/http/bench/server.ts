// Child of wire.ts. `ours`: the API over pages that cost nothing. `fastify`: the same answer, made by bare Fastify.
import { Effect, Layer } from "effect"
import Fastify from "fastify"
import { ApiKeys } from "@orbweaver/core"
import * as Node from "@orbweaver/http/Node"
import { services } from "../test/fixtures.ts"

if (process.argv[2] === "ours") {
  const program = Effect.gen(function* () {
    const { url } = yield* Node.listen({ port: 0 })
    console.log(url)
    return yield* Effect.never
  })
  Effect.runFork(Effect.scoped(program).pipe(Effect.provide(Layer.merge(services(), ApiKeys.ApiKeys.layerOpen()))))
} else {
  const answer = JSON.parse(process.argv[3]!) as object
  const app = Fastify()
  app.post("/v2/scrape", { schema: { body: { type: "object", required: ["url"] } } }, async () => answer)
  console.log(await app.listen({ port: 0, host: "127.0.0.1" }))
}
