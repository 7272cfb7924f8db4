/** `GET /docs`: the reference page (Scalar), whose script of 3 MB is loaded when somebody first asks for it. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import type { Doors } from "../doors/doors.ts"
import { useApi } from "./openapi.ts"

export const referenceRoute = (doors: Doors) =>
  Effect.map(Effect.cached(Effect.suspend(() => page(doors))), (handler) =>
    HttpRouter.route("GET", "/docs", Effect.flatten(handler))
  )

/** What Scalar's layer puts on a router of its own. */
const page = Effect.fnUntraced(function* (doors: Doors) {
  const HttpApiScalar = yield* Effect.promise(() => import("effect/http-api/HttpApiScalar"))
  const router = yield* HttpRouter.make
  yield* Effect.scoped(
    Layer.build(
      Layer.provide(
        useApi(doors, (api) => HttpApiScalar.layer(api, { path: "/docs" })),
        Layer.succeed(HttpRouter.HttpRouter, router)
      )
    )
  )
  return Effect.orDie(router.asHttpEffect())
})
