// How a job is followed over failures: one loop, at most one socket, and nothing once it is closed.
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { ApiError, Unreachable } from "../../web/connection/failure.ts"
import { JobFollower, type JobSnapshot, type Socket } from "../../web/jobs/JobFollower.ts"
import type { Counts, Job, PageList, PageRow } from "../../web/jobs/model.ts"

const none: Counts = { queued: 0, active: 0, completed: 0, failed: 0, skipped: 0, cancelled: 0 }

const jobWith = (counts: Partial<Counts>, more: Partial<Job> = {}): Job => ({
  id: "1",
  kind: "crawl",
  status: "scraping",
  origin: "https://site.test/",
  answersWithPages: true,
  counts: { ...none, ...counts },
  errorPages: 0,
  collecting: false,
  creditsUsed: 0,
  createdAt: 0,
  expiresAt: 0,
  ...more
})

const row = (page: string, state: PageRow["state"] = "completed"): PageRow => ({
  page,
  url: `https://site.test/${page}`,
  state,
  depth: 0,
  attempts: 1
})

class FakeSocket implements Socket {
  readonly #listeners = new Map<string, () => void>()
  isClosed = false
  addEventListener(type: "open" | "message" | "close", listener: () => void): void {
    this.#listeners.set(type, listener)
  }
  emit(type: "open" | "message" | "close"): void {
    this.#listeners.get(type)?.()
  }
  close(): void {
    this.isClosed = true
  }
}

/** A server that answers as the test says, and counts what is asked. */
const makeServer = () => {
  const sockets: Array<FakeSocket> = []
  const asked: Array<string | undefined> = []
  const shown: Array<JobSnapshot> = []
  const server = {
    sockets,
    asked,
    shown,
    pending: 0,
    most: 0,
    answer: (_after: string | undefined): PageList => ({
      job: jobWith({ completed: 1, queued: 1 }),
      pages: [row("a"), row("b", "queued")]
    }),
    last: (): JobSnapshot => shown.at(-1)!,
    openSockets: (): number => sockets.filter(({ isClosed }) => !isClosed).length
  }
  const follower = new JobFollower({
    read: async (after) => {
      asked.push(after)
      server.most = Math.max(server.most, ++server.pending)
      await Promise.resolve()
      server.pending--
      return server.answer(after)
    },
    watch: ({ answersWithPages }) => {
      if (!answersWithPages) return undefined
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    show: (snapshot) => shown.push(snapshot),
    random: () => 1
  })
  return { server, follower }
}

/** The place behind the page of this name. */
const placeAfter = (page: string | undefined): number => (page === undefined ? 0 : "abcd".indexOf(page) + 1)

const fail = (error: unknown) => (): never => {
  throw error
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe("following a job", { concurrent: false }, () => {
  it("is live over a socket, keeps the figures while the server is away, and goes on with one new socket", async () => {
    const { follower, server } = makeServer()
    const answer = server.answer
    follower.refresh()
    await pass(10)
    assert.strictEqual(server.last().connection.state, "polling")
    server.sockets[0]!.emit("open")
    assert.strictEqual(server.last().connection.state, "live")
    const readAt = server.last().at!

    server.answer = fail(new Unreachable())
    server.sockets[0]!.emit("close")
    await pass(1000)
    const away = server.last()
    assert.strictEqual(away.connection.state, "reconnecting")
    assert.strictEqual(away.at, readAt)
    assert.deepStrictEqual(away.job, jobWith({ completed: 1, queued: 1 }))
    assert.lengthOf(away.rows, 2)
    assert.strictEqual(server.openSockets(), 0)

    await pass(600_000)
    // Half a minute apart, not two seconds.
    assert.isBelow(server.asked.length, 40)
    server.answer = answer
    await pass(31_000)
    server.sockets.at(-1)!.emit("open")
    assert.strictEqual(server.last().connection.state, "live")
    assert.isUndefined(server.last().error)
    assert.isAbove(server.last().at!, readAt)
    assert.strictEqual(server.openSockets(), 1)
    assert.strictEqual(server.most, 1)
    follower.close()
  })

  it("tries at once when somebody looks again, and only one at a time", async () => {
    const { follower, server } = makeServer()
    const answer = server.answer
    server.answer = fail(new Unreachable())
    follower.refresh()
    await pass(120_000)
    const before = server.asked.length
    server.answer = answer
    follower.attend()
    follower.retry()
    follower.refresh()
    await pass(10)
    assert.strictEqual(server.last().connection.state, "polling")
    assert.isAtMost(server.asked.length - before, 2)
    assert.strictEqual(server.most, 1)
    assert.strictEqual(server.openSockets(), 1)
    follower.close()
  })

  it("waits as long as a busy server asks", async () => {
    const { follower, server } = makeServer()
    server.answer = fail(new ApiError(429, {}, 60_000))
    follower.refresh()
    await pass(59_000)
    assert.lengthOf(server.asked, 1)
    await pass(3000)
    assert.lengthOf(server.asked, 2)
    follower.close()
  })

  for (const [status, why] of [
    [404, "missing"],
    [401, "unauthorized"],
    [403, "refused"]
  ] as const) {
    it(`stops at ${status} with the figures that it has`, async () => {
      const { follower, server } = makeServer()
      follower.refresh()
      await pass(10)
      server.answer = fail(new ApiError(status, { error: "why" }))
      await pass(600_000)
      const asked = server.asked.length
      assert.deepStrictEqual(server.last().connection, { state: "stopped", why })
      assert.isDefined(server.last().job)
      assert.strictEqual(server.openSockets(), 0)
      follower.attend()
      await pass(600_000)
      assert.lengthOf(server.asked, asked)
      follower.close()
    })
  }

  it("reads from the start after a failure, and forgets rows that the server no longer has", async () => {
    const { follower, server } = makeServer()
    server.answer = (after) => ({
      job: jobWith({ completed: 2, queued: 1 }),
      pages: [row("a"), row("b"), row("c", "queued")].slice(placeAfter(after))
    })
    follower.refresh()
    await pass(4000)
    assert.strictEqual(server.asked.at(-1), "b")
    server.answer = fail(new Unreachable())
    await pass(3000)
    const asked = server.asked.length
    server.answer = (after) => ({
      job: jobWith({ completed: 1, queued: 1 }),
      pages: [row("a"), row("d", "queued")].slice(placeAfter(after))
    })
    follower.retry()
    await pass(10)
    assert.isUndefined(server.asked[asked])
    assert.deepStrictEqual(
      server.last().rows.map(({ page }) => page),
      ["a", "d"]
    )
    follower.close()
  })

  it("reads pages again that somebody else put back", async () => {
    const { follower, server } = makeServer()
    server.answer = (after) => ({
      job: jobWith({ failed: 1, queued: 1 }),
      pages: [row("a", "failed"), row("b", "queued")].slice(placeAfter(after))
    })
    follower.refresh()
    await pass(3000)
    server.answer = (after) => ({
      job: jobWith({ queued: 2 }),
      pages: [row("a", "queued"), row("b", "queued")].slice(placeAfter(after))
    })
    await pass(3000)
    assert.deepStrictEqual(
      server.last().rows.map(({ state }) => state),
      ["queued", "queued"]
    )
    follower.close()
  })

  it("polls a job whose socket closes again and again, and opens it ever less often", async () => {
    const { follower, server } = makeServer()
    follower.refresh()
    for (let second = 0; second < 600; second++) {
      await pass(1000)
      for (const socket of server.sockets) if (!socket.isClosed) socket.emit("close")
    }
    assert.strictEqual(server.last().connection.state, "polling")
    assert.isBelow(server.sockets.length, 40)
    assert.isAbove(server.asked.length, 200)
    follower.close()
  })

  it("ends with the job, and begins again when its failed pages are retried", async () => {
    const { follower, server } = makeServer()
    const running = server.answer
    server.answer = () => ({ job: jobWith({ failed: 1 }, { status: "completed" }), pages: [row("a", "failed")] })
    follower.refresh()
    await pass(60_000)
    assert.lengthOf(server.asked, 1)
    assert.strictEqual(server.last().connection.state, "ended")
    follower.attend()
    await pass(10)
    assert.lengthOf(server.asked, 1)
    server.answer = running
    follower.refresh()
    await pass(10)
    assert.strictEqual(server.last().connection.state, "polling")
    follower.close()
  })

  it("asks and shows nothing once it is closed", async () => {
    for (const closes of ["live", "reconnecting"] as const) {
      const { follower, server } = makeServer()
      follower.refresh()
      await pass(10)
      if (closes === "reconnecting") {
        server.answer = fail(new Unreachable())
        await pass(3000)
      }
      follower.close()
      const { length } = server.asked
      const shown = server.shown.length
      await pass(600_000)
      assert.lengthOf(server.asked, length)
      assert.lengthOf(server.shown, shown)
      assert.strictEqual(server.openSockets(), 0)
      assert.strictEqual(vi.getTimerCount(), 0)
    }
  })
})
