import { assert, describe, it } from "@effect/vitest"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import * as WebhookSender from "@orbweaver/core/jobs/WebhookSender"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { claim, create, settle, settlement } from "@orbweaver/testing/internal/jobs"
import { Effect, Layer } from "effect"

const webhook = {
  url: "https://hook.test/",
  headers: {},
  metadata: {},
  events: ["started", "page", "completed"] as const
}
const away = new StoreError({ operation: "test", cause: new Error("away"), kind: "unavailable" })
const broken = new StoreError({ operation: "test", cause: new Error("broken"), kind: "rejected" })

describe("webhooks whose store fails", () => {
  it.live("are sent once when what came of them can be noted a moment later, and cost no other its delivery", () =>
    Effect.gen(function* () {
      yield* create(["https://site.test/a", "https://site.test/b"], { webhook })
      yield* settle(...(yield* claim(2)).map((page) => settlement(page)))
      const outbox = yield* WebhookOutbox
      let faults = 0
      const noted: Array<number> = []
      const failing = {
        ...outbox,
        delivered: (delivery: Parameters<typeof outbox.delivered>[0]) =>
          Effect.suspend(() => {
            // Of the first page it is never noted.
            if (delivery.number === 2) return Effect.fail(broken)
            return faults++ < 2 ? Effect.fail(away) : outbox.delivered(delivery)
          }).pipe(Effect.tap(() => Effect.sync(() => noted.push(delivery.number))))
      }
      const posted: Array<number> = []
      const sender = {
        post: ({ body }: WebhookSender.Post) =>
          Effect.sync(() => {
            posted.push((JSON.parse(body) as { readonly sequence: number }).sequence)
            return 200
          })
      }
      const deliver = WebhookSender.deliver().pipe(
        Effect.provideService(WebhookOutbox, failing),
        Effect.provideService(WebhookSender.WebhookSender, sender)
      )
      yield* deliver
      yield* deliver
      assert.sameMembers(posted, [1, 2, 3])
      assert.sameMembers(noted, [1, 3])
    }).pipe(Effect.provide(TemporaryJobs.layer().pipe(Layer.provide(Ledger.Ledger.layerMemory))))
  )
})

describe("a webhook whose address has a user and a password", () => {
  const posted = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    Effect.gen(function* () {
      const posts: Array<WebhookSender.Post> = []
      const problem = yield* WebhookSender.postSigned({ url, headers, body: "{}" }, {}).pipe(
        Effect.provideService(WebhookSender.WebhookSender, {
          post: (post) => Effect.sync(() => (posts.push(post), 200))
        })
      )
      assert.isUndefined(problem)
      return posts.map(({ headers, url }) => ({ url: url.href, headers }))
    })

  it.effect("is sent them as a header, and the address without them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* posted("https://me:p%C3%A4ss%20word@hook.test/path?a=1"), [
        {
          url: "https://hook.test/path?a=1",
          headers: { authorization: "Basic bWU6cMOkc3Mgd29yZA==", "content-type": "application/json" }
        }
      ])
    })
  )

  it.effect("keeps the header of the caller", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* posted("https://me:word@hook.test/", { Authorization: "Bearer own" })).map(({ headers }) => headers),
        [{ Authorization: "Bearer own", "content-type": "application/json" }]
      )
    })
  )
})
