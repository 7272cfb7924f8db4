/** Where a page may not lead: asked for, redirected to, or loaded by it. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { make as makeEgress } from "@orbweaver/core/network/Egress"
import { atPort, egressCases } from "../egressCases.ts"
import { request, Sites, Strict, type Tester, textOf } from "./rendering.ts"

export const tests = (it: Tester): void => {
  it.effect("refuses every address that egress refuses, asked for directly", () =>
    Effect.gen(function* () {
      const { canary, strict: policy } = yield* Sites
      const strict = yield* Strict
      const egress = makeEgress(policy)
      for (const { url } of egressCases) {
        const parsed = URL.parse(atPort(url, canary.url("/").port))
        if (parsed === null || egress.judgeUrl(parsed).allowed) continue
        const error = yield* Effect.flip(strict.render(request(parsed)))
        assert.strictEqual(error.reason._tag, "Refused", url)
      }
      assert.strictEqual(canary.connections(), 0)
    })
  )

  it.effect("refuses them as redirects of a page, by name of the policy", () =>
    Effect.gen(function* () {
      const { canary, site } = yield* Sites
      const strict = yield* Strict
      const to = [
        `http://127.0.0.1:${canary.url("/").port}/`,
        "http://169.254.169.254/latest/",
        "http://[::1]/",
        "http://localhost/"
      ]
      yield* Effect.forEach(
        to,
        (target) =>
          Effect.gen(function* () {
            const error = yield* Effect.flip(
              strict.render(request(site.url(`/redirect-to?to=${encodeURIComponent(target)}`)))
            )
            assert.strictEqual(error.reason._tag, "Refused", target)
            const script = yield* Effect.flip(
              strict.render(
                request(site.url("/page"), {
                  actions: [{ type: "executeJavascript", script: `location.href = ${JSON.stringify(target)}` }]
                })
              )
            )
            assert.strictEqual(script.reason._tag, "Refused", target)
          }),
        { concurrency: 4 }
      )
      assert.strictEqual(canary.connections(), 0)
    })
  )

  it.effect("lets no part of a page reach them, however it is loaded", () =>
    Effect.gen(function* () {
      const { canary, site } = yield* Sites
      const strict = yield* Strict
      const targets = egressCases
        .filter(({ expected }) => expected !== "allowed" && expected !== "invalid")
        .map(({ url }) => atPort(url, canary.url("/").port))
        .filter((url) => /^https?:/i.test(url))
      const batches = Array.from({ length: Math.ceil(targets.length / 40) }, (_, index) =>
        targets.slice(index * 40, index * 40 + 40)
      )
      yield* Effect.forEach(
        batches,
        (batch) => {
          const query = batch.map((url) => `to=${encodeURIComponent(url)}`).join("&")
          return strict
            .render(request(site.url(`/loads?${query}`), { blockAds: false, screenshot: {} }))
            .pipe(Effect.map((response) => assert.include(textOf(response), "asked")))
        },
        { concurrency: 2 }
      )
      assert.isAbove(site.requests("/redirect-to").length, targets.length / 2)
      assert.strictEqual(canary.connections(), 0)
    })
  )
}
