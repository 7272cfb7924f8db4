import { assert, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  CaptureError,
  ConnectionFailed,
  TlsFailed,
  TimedOut,
  type CaptureReason
} from "../../src/model/CaptureError.ts"
import { make, type Proxy, type ProxyRequest, sendThrough } from "../../src/network/ProxyPool.ts"

const asked = (host: string, more: Partial<ProxyRequest> = {}): ProxyRequest => ({
  url: new URL(`https://${host}/`),
  class: "basic",
  ...more
})
const urls = Array.from({ length: 5 }, (_, i) => ({ url: `http://p${i}.example:8080` }))

it.effect("takes turns", () =>
  Effect.gen(function* () {
    const pool = make({ proxies: urls })
    const chosen = yield* Effect.forEach(Array.from({ length: 10 }), () => pool.choose(asked("a.example")))
    assert.strictEqual(new Set(chosen.map((proxy) => proxy?.url.host)).size, 5)
  })
)

it.effect("gives a basic proxy to whoever asks for a stealth one that is not there, never the other way round", () =>
  Effect.gen(function* () {
    const basic = make({ proxies: urls })
    assert.strictEqual((yield* basic.choose(asked("a.example", { class: "stealth" })))?.class, "basic")
    const stealth = make({ proxies: [{ url: "http://s.example:8080", class: "stealth" }] })
    assert.isUndefined(yield* stealth.choose(asked("a.example")))
  })
)

it.effect("keeps a host or a session with its proxy, and moves only those of a proxy that rests", () =>
  Effect.gen(function* () {
    const pool = make({ proxies: urls, rotation: "host" })
    const hosts = Array.from({ length: 40 }, (_, i) => `h${i}.example`)
    const choice = Effect.forEach(hosts, (host) => Effect.map(pool.choose(asked(host)), (proxy) => proxy!))
    const before = yield* choice
    assert.deepStrictEqual(yield* choice, before)
    assert.isAbove(new Set(before).size, 2)
    const gone = before[0]!
    for (let i = 0; i < 3; i++) yield* pool.report(gone, "failed")
    const after = yield* choice
    for (const [i, proxy] of before.entries()) {
      if (proxy === gone) assert.notStrictEqual(after[i], gone)
      else assert.strictEqual(after[i], proxy)
    }
    const session = yield* pool.choose(asked("a.example", { sessionId: "s" }))
    assert.strictEqual(yield* pool.choose(asked("b.example", { sessionId: "s" })), session)
  })
)

it.effect("rests a proxy that keeps failing, longer each time, and tries it again", () =>
  Effect.gen(function* () {
    const pool = make({ proxies: urls.slice(0, 1), rest: Duration.seconds(30) })
    const proxy = (yield* pool.choose(asked("a.example")))!
    const resting = Effect.map(pool.health, ([first]) => first!.isCoolingDown)
    const fail = Effect.forEach([1, 2, 3], () => pool.report(proxy, "failed"))
    yield* fail
    assert.isTrue(yield* resting)
    // There is no other: it is asked all the same.
    assert.strictEqual(yield* pool.choose(asked("a.example")), proxy)
    yield* TestClock.adjust("30 seconds")
    assert.isFalse(yield* resting)
    yield* fail
    yield* TestClock.adjust("59 seconds")
    assert.isTrue(yield* resting)
    yield* TestClock.adjust("1 second")
    assert.isFalse(yield* resting)
    yield* pool.report(proxy, "ok")
    yield* fail
    yield* TestClock.adjust("30 seconds")
    assert.isFalse(yield* resting)
  })
)

it.effect("prefers proxies that do well", () =>
  Effect.gen(function* () {
    const pool = make({ proxies: urls.slice(0, 2), maxFailures: 100 })
    const poor = (yield* pool.choose(asked("a.example")))!
    for (let i = 0; i < 5; i++) yield* pool.report(poor, "blocked")
    const chosen = yield* Effect.forEach(Array.from({ length: 10 }), () => pool.choose(asked("a.example")))
    assert.notInclude(chosen, poor)
    const scores = (yield* pool.health).map(({ score }) => score).toSorted((a, b) => a - b)
    assert.isBelow(scores[0]!, 0.5)
    assert.strictEqual(scores[1], 1)
  })
)

it.effect("keeps stealth proxies for those who ask for them", () =>
  Effect.gen(function* () {
    const pool = make({ proxies: [{ url: "socks5://p.example", class: "stealth" }] })
    assert.deepStrictEqual([...pool.classes], ["stealth"])
    assert.isUndefined(yield* pool.choose(asked("a.example")))
    assert.isDefined(yield* pool.choose(asked("a.example", { class: "stealth" })))
    assert.throws(() => make({ proxies: [{ url: "ftp://p.example" }] }), TypeError)
  })
)

it.effect("skips a proxy that failed once for a while, however long it has done well", () =>
  Effect.gen(function* () {
    const pool = make({ proxies: urls.slice(0, 2), rotation: "host", rest: Duration.seconds(30) })
    const request = asked("a.example")
    const failing = (yield* pool.choose(request))!
    yield* pool.report(failing, "ok")
    yield* pool.report(failing, "failed")
    assert.notStrictEqual(yield* pool.choose(request), failing)
    yield* TestClock.adjust("3 seconds")
    assert.strictEqual(yield* pool.choose(request), failing)
    // What the site refuses is no fault of the way.
    yield* pool.report(failing, "blocked")
    assert.strictEqual(yield* pool.choose(request), failing)
  })
)

const failed = (reason: CaptureReason) => new CaptureError({ url: "https://a.example/", reason })

it.effect("takes the next proxy where one fails before anything reached the site, three at most", () =>
  Effect.gen(function* () {
    const fault = failed(new ConnectionFailed({ detail: "proxy: it closed the connection" }))
    const sent: Array<Proxy | undefined> = []
    const send = (good: number) => (proxy: Proxy | undefined) => {
      sent.push(proxy)
      return sent.length === good ? Effect.succeed({ status: 200 }) : Effect.fail(fault)
    }
    for (const rotation of ["request", "host"] as const) {
      sent.length = 0
      assert.strictEqual(
        (yield* sendThrough(make({ proxies: urls, rotation }), asked("a.example"), send(3))).status,
        200
      )
      assert.strictEqual(new Set(sent).size, 3)
    }
    sent.length = 0
    assert.strictEqual(yield* Effect.flip(sendThrough(make({ proxies: urls }), asked("a.example"), send(4))), fault)
    assert.strictEqual(sent.length, 3)
    sent.length = 0
    yield* Effect.flip(sendThrough(make({ proxies: urls.slice(0, 1) }), asked("a.example"), send(2)))
    assert.strictEqual(sent.length, 1)
  })
)

it.effect("leaves what may have reached the site to the next attempt, and rests a proxy that dropped it", () =>
  Effect.gen(function* () {
    for (const [reason, rests] of [
      [new ConnectionFailed({ detail: "UND_ERR_SOCKET" }), true],
      [new TimedOut({ limitMs: 100 }), true],
      [new TlsFailed({ host: "a.example", skippedVerification: false, detail: "CERT_HAS_EXPIRED" }), false],
      [new ConnectionFailed({ detail: "HPE_INVALID_CONSTANT" }), false]
    ] as const) {
      const pool = make({ proxies: urls })
      let sent = 0
      const send = () => Effect.suspend(() => Effect.fail((sent++, failed(reason))))
      yield* Effect.flip(sendThrough(pool, asked("a.example"), send))
      assert.strictEqual(sent, 1, reason._tag)
      assert.strictEqual(
        (yield* pool.health).some(({ isCoolingDown }) => isCoolingDown),
        rests,
        reason.message
      )
    }
  })
)
