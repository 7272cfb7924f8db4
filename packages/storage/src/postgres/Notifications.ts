/**
 * What the processes of one schema tell each other over `LISTEN` and `NOTIFY`: topics (`JobSignals`), so that nobody has
 * to poll for what others write.
 *
 * A notification is sent after the transaction it is about, in a statement of its own: a commit that notifies holds a
 * lock of the whole server. Topics are collected meanwhile, and both sides slow down while they keep coming, so that a
 * busy cluster sends and looks a few times a second and an idle one reacts at once. A notification that is lost costs
 * one poll of those who wait.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"

/** The channel of a database that its processes share. */
export interface Channel {
  readonly send: (payload: string) => Effect.Effect<unknown, SqlError>
  /** Payloads that arrive on a connection of its own; absent behind a pooler, where none would arrive. */
  readonly listen:
    | Effect.Effect<Queue.Dequeue<{ readonly payload: string }, SqlError>, SqlError, Scope.Scope>
    | undefined
}

export interface Notifications {
  /** Tells the other processes about the topic, soon. */
  readonly publish: (topic: string) => void
  /** How long one may wait before looking for what others wrote, in milliseconds. */
  readonly pollMs: () => number
  /** Sends and listens for as long as the scope is open. `onTopics` gets nothing where everything may have changed. */
  readonly start: (
    sender: string,
    onTopics: (topics: ReadonlyArray<string> | undefined) => void
  ) => Effect.Effect<void, never, Scope.Scope>
}

/** Between two notifications; it doubles while there is always something to send. */
const minIntervalMs = 20
const maxIntervalMs = 250
/** Between two looks of a process that hears nothing of others. */
const pollMs = 250
/** Between two looks of a process that hears others. */
const safetyPollMs = 5000
/** How long others count as active after a notification: their next pages may become free without one. */
const activeMs = 2000
/** PostgreSQL refuses payloads of 8000 bytes. */
const maxPayloadLength = 7900
/** How long a connection has to receive the notification that it was sent. */
const maxEchoMs = 5000
const minReconnectMs = 250
const maxReconnectMs = 10_000
/** Longest that the last notification, and the end of the connection, may each delay the end of a process. */
const maxEndMs = 1000

/** Stands for all topics. */
const everything = "*"

export const make = (channel: Channel): Notifications => {
  const outgoing = makePacer()
  const incoming = makePacer()
  const wallTime = Clock.Clock.defaultValue()
  let isHearing = false
  let lastHeardAt = -Infinity

  const send = (sender: string, topics: ReadonlyArray<string>): Effect.Effect<unknown> => {
    const payload = [sender, ...topics].join(" ")
    return Effect.ignoreCause(channel.send(payload.length <= maxPayloadLength ? payload : `${sender} ${everything}`))
  }

  /** Listens until the connection breaks. */
  const listen = Effect.fnUntraced(function* (sender: string, listening: NonNullable<Channel["listen"]>) {
    const queue = yield* listening
    // A pooler that was not recognised takes `LISTEN` and delivers nothing: only an echo proves the connection.
    yield* Effect.forkScoped(
      Effect.gen(function* () {
        yield* send(sender, [])
        yield* Effect.sleep(maxEchoMs)
        if (!isHearing) yield* Effect.logWarning(notDelivered)
      })
    )
    for (;;) {
      const { payload } = yield* Queue.take(queue)
      const [from, ...topics] = payload.split(" ")
      if (from !== sender) {
        lastHeardAt = wallTime.currentTimeMillisUnsafe()
        topics.forEach(incoming.add)
      } else if (!isHearing) {
        isHearing = true
        // Whatever was sent while nobody listened.
        incoming.add(everything)
      }
    }
  })

  const listenForever = (sender: string, listening: NonNullable<Channel["listen"]>) =>
    Effect.gen(function* () {
      let pauseMs = minReconnectMs
      for (;;) {
        yield* Effect.ignoreCause(briefly(listen(sender, listening)))
        if (isHearing) pauseMs = minReconnectMs
        isHearing = false
        yield* Effect.sleep(pauseMs)
        pauseMs = Math.min(2 * pauseMs, maxReconnectMs)
      }
    })

  return {
    publish: outgoing.add,
    pollMs: () => (isHearing && wallTime.currentTimeMillisUnsafe() - lastHeardAt > activeMs ? safetyPollMs : pollMs),
    start: Effect.fnUntraced(function* (sender, onTopics) {
      const sending = (topics: ReadonlyArray<string>) => send(sender, topics)
      // Somebody who only starts a job may end before its notification was sent.
      yield* Effect.addFinalizer(() =>
        outgoing.isEmpty() ? Effect.void : Effect.timeoutOption(outgoing.flush(sending), maxEndMs)
      )
      const receiving = (topics: ReadonlyArray<string>) =>
        Effect.sync(() => onTopics(topics.includes(everything) ? undefined : topics))
      yield* Effect.all(
        [
          outgoing.run(sending),
          incoming.run(receiving),
          channel.listen === undefined ? Effect.logInfo(behindPooler) : listenForever(sender, channel.listen)
        ],
        { concurrency: "unbounded" }
      ).pipe(
        // Connections live by the wall clock, whatever time it is for jobs.
        Effect.provideService(Clock.Clock, wallTime),
        Effect.forkScoped
      )
    })
  }
}

/** `Effect.scoped`, whose end does not wait for a server that does not answer. */
const briefly = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E> =>
  Effect.acquireUseRelease(
    Scope.make(),
    (scope) => Scope.provide(effect, scope),
    (scope, exit) =>
      Effect.flatMap(Effect.forkDetach(Scope.close(scope, exit)), (closing) =>
        Effect.timeoutOption(Fiber.await(closing), maxEndMs)
      )
  )

const behindPooler =
  "PostgreSQL is behind a pooler, which delivers no notifications: this process looks for new work every 250 ms. " +
  "Give the address of the server itself as `listenUrl` to be notified"

const notDelivered =
  "PostgreSQL does not deliver notifications to this process, which a pooler in transaction mode would explain: it looks " +
  "for new work every 250 ms. Give the address of the server itself as `listenUrl` to be notified"

/** Topics that are handed on together: at once after a pause, otherwise after intervals that grow while topics keep coming. */
const makePacer = () => {
  const topics = new Set<string>()
  const news = Latch.makeUnsafe(false)

  const flush = (handOn: (topics: ReadonlyArray<string>) => Effect.Effect<unknown>) =>
    Effect.suspend(() => {
      const collected = [...topics]
      topics.clear()
      news.closeUnsafe()
      return handOn(collected)
    })

  return {
    add: (topic: string): void => {
      topics.add(topic)
      news.openUnsafe()
    },
    isEmpty: () => topics.size === 0,
    flush,
    run: Effect.fnUntraced(function* (handOn: (topics: ReadonlyArray<string>) => Effect.Effect<unknown>) {
      let intervalMs = minIntervalMs
      for (;;) {
        if (topics.size === 0) intervalMs = minIntervalMs
        yield* news.await
        // Others of the same moment follow before the next turn of the event loop.
        yield* Effect.yieldNow
        yield* flush(handOn)
        yield* Effect.sleep(intervalMs)
        intervalMs = Math.min(2 * intervalMs, maxIntervalMs)
      }
    })
  }
}
