/** Pages that do not play fair: each has its end, and the renderer goes on. */
import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { CaptureReason } from "@orbweaver/core/model/CaptureError"
import { withEnoughTime } from "../patience.ts"
import { reasonOf, render, Sites, type Tester, textOf } from "./rendering.ts"

/** Pages that misbehave, and how each may end: what a browser shows of a broken page is a page. */
const misbehaving: ReadonlyArray<readonly [path: string, ends: ReadonlyArray<"Page" | CaptureReason["_tag"]>]> = [
  ["/hang", []],
  ["/slow-headers", []],
  ["/slow-body", ["Page"]],
  ["/endless-chunks", ["Page"]],
  ["/endless", ["Page", "TooLarge"]],
  ["/huge", ["TooLarge"]],
  ["/cut", ["Page", "ConnectionFailed"]],
  ["/cut-chunked", ["Page", "ConnectionFailed"]],
  ["/bad-chunk", ["ConnectionFailed"]],
  ["/bad-length", ["ConnectionFailed"]],
  ["/two-lengths", ["ConnectionFailed"]],
  ["/short-length", ["Page", "ConnectionFailed"]],
  ["/garbage", ["ConnectionFailed"]],
  ["/reset", ["ConnectionFailed"]],
  ["/close", ["ConnectionFailed"]],
  ["/header-bomb", ["ConnectionFailed"]],
  ["/header-bomb-long", ["ConnectionFailed"]],
  ["/redirect-loop", ["TooManyRedirects"]],
  ["/redirect/21", ["TooManyRedirects"]],
  ["/redirect-bad", ["ConnectionFailed"]],
  ["/redirect-to?to=file:///etc/passwd", ["ConnectionFailed", "Refused"]],
  ["/bomb/gzip", ["Page", "TooLarge", "Crashed"]],
  ["/bomb/br", ["Page", "TooLarge", "Crashed"]],
  ["/bomb/gzip,gzip", ["Page", "TooLarge", "Crashed"]],
  ["/encoded-damaged/gzip", ["Page", "ConnectionFailed"]]
]

export const tests = (it: Tester): void => {
  it.effect("goes on past dialogs and popups", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      assert.include(textOf(yield* render(site.url("/dialogs"))), "After the dialogs")
      assert.include(textOf(yield* render(site.url("/popups"))), "Popups")
    })
  )

  it.effect("takes a page that never rests as it is", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      assert.include(textOf(yield* render(site.url("/busy-network"))), "Never quiet")
    })
  )

  it.effect("takes a page whose parts do not load as it is", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      assert.include(textOf(yield* render(site.url("/parts-missing"))), "Whole")
    })
  )

  it.effect("takes a page that goes on to one which never answers as it is", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const leave = (after: number) =>
        withEnoughTime(
          (timeout) =>
            render(site.url(`/leads-nowhere?after=${after}`), { timeout }).pipe(
              Effect.match({ onSuccess: textOf, onFailure: (error) => error.message })
            ),
          (text) => text.includes("Here already")
        )
      // While it is waited for, and when it was at rest.
      for (const after of [0, 100, 200]) assert.include(yield* leave(after), "Here already")
    })
  )

  it.effect("is not deceived by what a page does to its own globals", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const text = textOf(yield* render(site.url("/hostile")))
      assert.include(text, "Honest text")
      assert.notInclude(text, "<p>Lie</p></html>")
    })
  )

  it.effect("gives up at its deadline on loops, and goes on serving", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const reason = yield* withEnoughTime(
        (timeout) => reasonOf(site.url("/infinite-loop"), { timeout }),
        (reason) => reason._tag !== "TimedOut" || reason.phase === "settling"
      )
      assert.deepInclude(reason, { _tag: "TimedOut", phase: "settling" })
      assert.include(textOf(yield* render(site.url("/app"))), "Built by script")
    })
  )

  it.effect("ends a page that allocates without end, and goes on serving", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const reason = yield* reasonOf(site.url("/allocate"), {
        timeout: Duration.seconds(8),
        waitFor: Duration.seconds(8)
      })
      assert.include(["Crashed", "TimedOut"], reason._tag)
      assert.include(textOf(yield* render(site.url("/app"))), "Built by script")
    })
  )

  it.effect("ends a page that reloads itself for ever", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      // A navigation that takes a third of the time is stopped and the page read; the reloads must be quicker.
      const reason = yield* reasonOf(site.url("/reload-loop"), { timeout: Duration.minutes(1) })
      assert.include(["TooManyRedirects", "TimedOut"], reason._tag)
    })
  )

  it.effect("names what went wrong with the connection", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const reasons = yield* Effect.all([
        reasonOf(site.url("/reset")),
        reasonOf(site.url("/redirect-loop")),
        reasonOf(new URL("http://nothing.invalid/")),
        reasonOf(site.tls("self-signed", "/page")),
        reasonOf(site.url("/hang"), { timeout: Duration.seconds(1) }),
        reasonOf(site.url("/article"), { maxBytes: 1000 })
      ])
      assert.deepStrictEqual(
        reasons.map(({ _tag }) => _tag),
        ["ConnectionFailed", "TooManyRedirects", "DnsFailed", "TlsFailed", "TimedOut", "TooLarge"]
      )
    })
  )

  it.effect(
    "has a typed end within its deadline for every page that misbehaves, and goes on serving",
    () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const limit = Duration.seconds(4)
        const ends = yield* Effect.forEach(
          misbehaving,
          ([path]) =>
            render(site.url(path), { timeout: limit }).pipe(
              Effect.as("Page"),
              Effect.catchTag("CaptureError", ({ reason }) => Effect.succeed(reason._tag))
            ),
          { concurrency: 4 }
        )
        // In line with others for a tab, any of them may run out of time instead.
        for (const [index, [path, expected]] of misbehaving.entries()) {
          assert.include([...expected, "TimedOut"], ends[index], path)
        }
        assert.include(textOf(yield* render(site.url("/app"))), "Built by script")
      }),
    120_000
  )

  it.effect("sends no byte once it is cancelled", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const fiber = yield* Effect.forkChild(render(site.url("/busy-network?cancel"), { waitFor: Duration.seconds(20) }))
      const asked = () => site.requests("/app-data").filter(({ path }) => path.includes("?cancel")).length
      yield* Effect.suspend(() => (asked() > 5 ? Effect.void : Effect.fail("not yet"))).pipe(
        Effect.delay("50 millis"),
        Effect.eventually
      )
      yield* Fiber.interrupt(fiber)
      // What was on its way arrives while another page is rendered; after that there is nothing more.
      yield* render(site.url("/app"))
      const sent = asked()
      yield* render(site.url("/app"))
      assert.strictEqual(asked(), sent)
    })
  )
}
