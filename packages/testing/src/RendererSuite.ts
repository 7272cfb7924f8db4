/**
 * What every `Renderer` must do, by concept in `renderer/`. Pages come from the
 * test site of the adapter's tests (`@orbweaver/testing/TestSite`), so that this
 * suite needs no platform.
 */
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import * as actions from "./renderer/actions.ts"
import * as egress from "./renderer/egress.ts"
import * as hostilePages from "./renderer/hostilePages.ts"
import * as identity from "./renderer/identity.ts"
import * as pages from "./renderer/pages.ts"
import { Sites, Strict } from "./renderer/rendering.ts"

export { type Site, Sites } from "./renderer/rendering.ts"

/** `renderer` is built twice and then shared by all tests. `sites` is `rendererSites` of `@orbweaver/testing/TestSite`. */
export const suite = <E>(
  name: string,
  renderer: Layer.Layer<Renderer, E, Egress | ProxyPool>,
  sites: Layer.Layer<Sites>
): void => {
  const open = renderer.pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))
  const strict = Layer.unwrap(
    Effect.map(Sites, ({ strict }) =>
      Layer.effect(
        Strict,
        Effect.map(Renderer, (renderer) => renderer)
      ).pipe(Layer.provide(Layer.fresh(renderer)), Layer.provide([Egress.layer(strict), ProxyPool.layerNone]))
    )
  )
  const all = Layer.mergeAll(open, strict).pipe(Layer.provideMerge(sites))

  it.layer(all, { timeout: "3 minutes", excludeTestServices: true })(`Renderer (${name})`, (it) => {
    for (const { tests } of [pages, hostilePages, identity, actions, egress]) tests(it)
  })
}
