/**
 * Browsers that callers hold on to between calls: each session has a browser of its own, a time limit, and calls that run
 * one after another. Sessions live in the process that opened them and end with it.
 *
 * ```
 * open ─► active ─► closed: by its owner, after `ttl`, after `idleTimeout` without a call, when its browser ends,
 *                           or for a new one of its account, when none of its calls runs and there is no other room
 * ```
 */
import { knowEveryCopy } from "../model/errorMark.ts"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { CurrentAccount } from "../accounts/Account.ts"
import * as Ledger from "../accounts/Ledger.ts"
import { CaptureError, NeedsBrowser } from "../model/CaptureError.ts"
import type { StoreError } from "../model/StoreError.ts"
import type { ProfileOptions } from "../model/ScrapeOptions.ts"
import type { OpenPage, RemoteClient } from "../network/OpenPage.ts"
import { Renderer } from "../network/Renderer.ts"
import { type OpenError as ProfileError, type OpenProfile, Profiles } from "./Profiles.ts"
import { isToken, makeTokens, maxConnections, type Purpose, type SessionTokens } from "./sessionTokens.ts"

/** There is no such session of the account: it never was, or it has ended. */
export class BrowserSessionNotFound extends Schema.TaggedError<BrowserSessionNotFound>()("BrowserSessionNotFound", {
  id: Schema.String
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `There is no browser session ${this.id}: it has ended, gave way to a newer one, or another process holds it`
  }
}

/** As many sessions are open as the account, or this process, may have, and none of the account's own could give way. */
export class TooManyBrowserSessions extends Schema.TaggedError<TooManyBrowserSessions>()("TooManyBrowserSessions", {
  limit: Schema.Int,
  of: Schema.Literals(["account", "process"])
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `At most ${this.limit} browser sessions of ${this.of === "account" ? "an account" : "this process"} are open at once, and no idle one of the account can give way: close one first`
  }
}

/** As many programs are connected to the session for this purpose as may be. */
export class BrowserSessionInUse extends Schema.TaggedError<BrowserSessionInUse>()("BrowserSessionInUse", {
  id: Schema.String,
  limit: Schema.Int
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return this.limit === 1
      ? `The browser session ${this.id} has a connection with this token, and takes one at once: close that one first`
      : `The browser session ${this.id} has ${this.limit} connections with this token, as many as it takes: close one first`
  }
}

export interface Options {
  /** Sessions open at once in this process. Default 4. */
  readonly maxSessions?: number | undefined
  /** Sessions open at once of one account. Default 2. */
  readonly maxSessionsPerAccount?: number | undefined
}

export interface OpenOptions {
  /** Names the session; a session of the account that is open under it is given again. A new id when absent. */
  readonly id?: string | undefined
  /** The page to begin with; an empty one when absent. */
  readonly url?: URL | undefined
  /** Default false. */
  readonly mobile?: boolean | undefined
  /** The profile whose cookies and storage the browser begins with, and which it saves when the session ends. */
  readonly profile?: ProfileOptions | undefined
  /** How long the session lives at most. Default 10 minutes, at most an hour. */
  readonly ttl?: Duration.Duration | undefined
  /** How long it lives without a call. Default 5 minutes, and never longer than `ttl`. */
  readonly idleTimeout?: Duration.Duration | undefined
}

export interface SessionInfo {
  readonly id: string
  /** Milliseconds since the epoch, as the next two. */
  readonly createdAt: number
  readonly lastActivity: number
  readonly expiresAt: number
  /** For connections of programs that have no key of the account. */
  readonly tokens: SessionTokens
}

export interface Session extends SessionInfo {
  /** What callers should know of how it was opened. */
  readonly warning?: string | undefined
  /** Runs one call on the page, after those before it. */
  readonly use: <A, E>(call: (page: OpenPage) => Effect.Effect<A, E>) => Effect.Effect<A, E | BrowserSessionNotFound>
}

/** A session for a program that came with one of its tokens. */
export interface RemoteSession {
  /** Ends when the client leaves, and when the session ends. */
  readonly serve: (client: RemoteClient) => Effect.Effect<void, CaptureError | BrowserSessionNotFound>
}

export interface Closed {
  readonly durationMs: number
  readonly creditsBilled: number
  /** Why its profile was not saved. */
  readonly warning?: string | undefined
}

export type OpenError = CaptureError | ProfileError | TooManyBrowserSessions | Ledger.InsufficientCredits | StoreError

/** Of the current account alone, but for `connect`. */
export interface Service {
  /** False where no browser is: `open` then fails with `NeedsBrowser`. */
  readonly available: boolean
  /** Where there is no room, the session of the account whose last call is longest ago gives way, if none of its calls runs. */
  readonly open: (options?: OpenOptions) => Effect.Effect<Session, OpenError>
  readonly find: (id: string) => Effect.Effect<Session, BrowserSessionNotFound>
  readonly list: Effect.Effect<ReadonlyArray<SessionInfo>>
  readonly close: (id: string) => Effect.Effect<Closed, BrowserSessionNotFound>
  /** Of any account, for who has the token. The place of the connection is free again when the scope closes. */
  readonly connect: (
    purpose: Purpose,
    id: string,
    token: string
  ) => Effect.Effect<RemoteSession, BrowserSessionNotFound | BrowserSessionInUse, Scope.Scope>
}

export const defaults = { ttl: Duration.minutes(10), idleTimeout: Duration.minutes(5) } as const
export const maxTtl = Duration.hours(1)
/** Credits of a session, whatever it does. */
export const price = 2
/** Longest wait for the browser and the first page. */
const openLimit = Duration.seconds(60)
/** Longest wait for what a browser holds, when a session with a profile ends. */
const stateLimit = Duration.seconds(20)
/** Longest wait for the call that runs while its page goes. */
const lastCallLimit = Duration.seconds(5)

interface Entry {
  readonly id: string
  readonly accountId: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly idleMs: number
  readonly scope: Scope.Closeable
  readonly page: Deferred.Deferred<OpenPage, OpenError>
  readonly turn: Semaphore.Semaphore
  readonly tokens: SessionTokens
  readonly ended: Deferred.Deferred<void>
  /** Open connections for each purpose. */
  readonly connections: Record<Purpose, number>
  lastActivity: number
  /** Calls that run or wait. */
  calls: number
  /** How its profile was opened. */
  openWarning: string | undefined
  /** Why its profile was not saved. */
  saveWarning: string | undefined
}

export class BrowserSessions extends Context.Service<BrowserSessions, Service>()("@orbweaver/core/BrowserSessions") {
  static readonly layer = (options: Options = {}): Layer.Layer<BrowserSessions, never, Renderer | Ledger.Ledger> =>
    Layer.effect(BrowserSessions, make(options))
}

const make = Effect.fnUntraced(function* ({ maxSessions = 4, maxSessionsPerAccount = 2 }: Options) {
  const { available, openPage, profiles: keepsProfiles } = yield* Renderer
  const profiles = yield* Profiles
  const ledger = yield* Ledger.Ledger
  const layerScope = yield* Effect.scope
  const entries = new Map<string, Entry>()
  const keyOf = (accountId: string, id: string) => `${accountId}\n${id}`

  const forget = (entry: Entry): void => {
    const key = keyOf(entry.accountId, entry.id)
    if (entries.get(key) === entry) entries.delete(key)
  }

  const end = (entry: Entry): Effect.Effect<void> =>
    Effect.suspend(() => {
      forget(entry)
      Deferred.doneUnsafe(entry.ended, Exit.void)
      return Scope.close(entry.scope, Exit.void)
    })

  /** Ends a session whose page is gone. The call that runs says what came of it, a script that closed the page included. */
  const endAfterCall = (entry: Entry): Effect.Effect<void> =>
    Effect.suspend(() => {
      forget(entry)
      const lastCall = Semaphore.withPermits(entry.turn, 1)(Effect.void)
      return Effect.ensuring(Effect.timeoutOption(lastCall, lastCallLimit), end(entry))
    })

  /** Ends the session when its time is over or its browser ends. */
  const watch = (entry: Entry, page: OpenPage) => {
    const overdue = Effect.gen(function* () {
      for (;;) {
        const now = yield* Clock.currentTimeMillis
        const idleUntil = entry.calls > 0 ? now + entry.idleMs : entry.lastActivity + entry.idleMs
        const until = Math.min(entry.expiresAt, idleUntil)
        if (now >= until) return
        yield* Effect.sleep(Duration.millis(until - now))
      }
    })
    return Effect.flatten(Effect.raceFirst(Effect.as(overdue, end(entry)), Effect.as(page.ended, endAfterCall(entry))))
  }

  /** Opens the page of a session, with its profile; what the browser holds is saved before it ends. */
  const openWith = Effect.fnUntraced(function* (
    open: NonNullable<Renderer["Service"]["openPage"]>,
    entry: Entry,
    { mobile = false, profile, url }: OpenOptions
  ) {
    const request = { url, mobile, timeout: openLimit }
    if (profile === undefined) return yield* open(request)
    if (keepsProfiles !== true) return yield* needsBrowser(url, "profile")
    const holdFor = Duration.sum(Duration.millis(entry.expiresAt - entry.createdAt), Duration.times(stateLimit, 3))
    const opened = yield* profiles.open(profile, holdFor)
    entry.openWarning = opened.warning
    const page = yield* open({ ...request, initialState: opened.state.initial })
    if (opened.state.isWanted) yield* Effect.addFinalizer(() => saveTo(entry, opened, page))
    return page
  })

  /** Never fails: a session ends whether its profile is saved or not. */
  const saveTo = (entry: Entry, { save, state }: OpenProfile, page: OpenPage): Effect.Effect<void> =>
    Effect.gen(function* () {
      state.left = yield* page.state(stateLimit)
      entry.saveWarning = yield* save
      if (entry.saveWarning !== undefined) yield* Effect.logWarning(entry.saveWarning)
    }).pipe(
      Effect.catch((error) => {
        entry.saveWarning = `The profile was not saved: ${error.message}.`
        return Effect.logWarning("The profile of a browser session was not saved", error)
      })
    )

  const ownOf = (accountId: string) => [...entries.values()].filter((entry) => entry.accountId === accountId)

  /** Ends idle sessions of the account, that without a call for the longest time first, until there is room for one more. */
  const makeRoom = Effect.fnUntraced(function* (accountId: string) {
    for (;;) {
      const own = ownOf(accountId)
      const of = own.length >= maxSessionsPerAccount ? "account" : entries.size >= maxSessions ? "process" : undefined
      if (of === undefined) return
      const idle = own.filter(
        ({ calls, connections, page }) =>
          calls === 0 && connections.control + connections.interact === 0 && Deferred.isDoneUnsafe(page)
      )
      const [oldest] = idle.toSorted((a, b) => a.lastActivity - b.lastActivity)
      const limit = of === "account" ? maxSessionsPerAccount : maxSessions
      if (oldest === undefined) return yield* new TooManyBrowserSessions({ limit, of })
      yield* end(oldest)
    }
  })

  const isOpen = (entry: Entry) => entries.get(keyOf(entry.accountId, entry.id)) === entry

  const infoOf = ({ createdAt, expiresAt, id, lastActivity, tokens }: Entry): SessionInfo => ({
    id,
    createdAt,
    expiresAt,
    lastActivity,
    tokens
  })

  const sessionOf = (entry: Entry): Session => ({
    ...infoOf(entry),
    warning: entry.openWarning,
    use: <A, E>(call: (page: OpenPage) => Effect.Effect<A, E>) =>
      Effect.suspend((): Effect.Effect<A, E | BrowserSessionNotFound> => {
        const gone = new BrowserSessionNotFound({ id: entry.id })
        if (!isOpen(entry)) return Effect.fail(gone)
        entry.calls++
        return Effect.orElseSucceed(Deferred.await(entry.page), () => undefined).pipe(
          Effect.flatMap((page) =>
            Semaphore.withPermits(
              entry.turn,
              1
            )(
              Effect.suspend((): Effect.Effect<A, E | BrowserSessionNotFound> =>
                page === undefined || !isOpen(entry) ? Effect.fail(gone) : call(page)
              )
            )
          ),
          Effect.ensuring(
            Effect.map(Clock.currentTimeMillis, (now) => {
              entry.calls--
              entry.lastActivity = now
            })
          )
        )
      })
  })

  const open = Effect.fn("BrowserSessions.open")(function* (options: OpenOptions = {}) {
    const account = yield* CurrentAccount
    const { id = crypto.randomUUID() } = options
    if (openPage === undefined) return yield* needsBrowser(options.url, "a browser session")
    const now = yield* Clock.currentTimeMillis
    const tokens = yield* makeTokens
    const key = keyOf(account.id, id)
    if (!entries.has(key)) yield* makeRoom(account.id)
    // Another call may have opened it while room was made.
    const existing = entries.get(key)
    if (existing !== undefined) {
      yield* Deferred.await(existing.page)
      return sessionOf(existing)
    }
    const ttl = Math.min(Duration.toMillis(options.ttl ?? defaults.ttl), Duration.toMillis(maxTtl))
    const entry: Entry = {
      id,
      accountId: account.id,
      createdAt: now,
      expiresAt: now + ttl,
      idleMs: Math.min(Duration.toMillis(options.idleTimeout ?? defaults.idleTimeout), ttl),
      // Not in use before the entry is known: nothing may come between the count and it.
      scope: Scope.makeUnsafe(),
      page: Deferred.makeUnsafe(),
      turn: Semaphore.makeUnsafe(1),
      tokens,
      ended: Deferred.makeUnsafe(),
      connections: { control: 0, view: 0, interact: 0 },
      lastActivity: now,
      calls: 0,
      openWarning: undefined,
      saveWarning: undefined
    }
    entries.set(key, entry)
    const debitId = `browser/${crypto.randomUUID()}`
    const opening = Ledger.withHold(
      ledger,
      account,
      { id: debitId, unit: "credits", amount: price, expiresAfter: Duration.times(openLimit, 2) },
      Effect.gen(function* () {
        const page = yield* openWith(openPage, entry, options).pipe(Scope.provide(entry.scope))
        yield* ledger.debit(Ledger.debitOf(account, { id: debitId, unit: "credits", amount: price, reason: "browser" }))
        return page
      })
    )
    yield* Effect.onExit(opening, (exit) =>
      Exit.isSuccess(exit)
        ? // Watched from the first moment: a caller that gives up now must not leave a browser without an end.
          Effect.andThen(Deferred.succeed(entry.page, exit.value), Effect.forkIn(watch(entry, exit.value), layerScope))
        : // Whoever waits for the same session hears why there is none.
          Effect.andThen(Deferred.failCause(entry.page, exit.cause), end(entry))
    )
    return sessionOf(entry)
  })

  const own = Effect.fnUntraced(function* (id: string) {
    const account = yield* CurrentAccount
    const entry = entries.get(keyOf(account.id, id))
    return entry ?? (yield* new BrowserSessionNotFound({ id }))
  })

  /** A client whose messages keep the session from being idle. */
  const active = (entry: Entry, client: RemoteClient): RemoteClient => ({
    ...client,
    next: Effect.tap(client.next, () =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        entry.lastActivity = now
      })
    )
  })

  const connect: Service["connect"] = Effect.fnUntraced(function* (purpose, id, token) {
    const named = [...entries.values()].filter((entry) => entry.id === id)
    const [entry] = yield* Effect.filter(named, ({ tokens }) => isToken(tokens[purpose], token))
    if (entry === undefined || !isOpen(entry)) return yield* new BrowserSessionNotFound({ id })
    const { connections } = entry
    const limit = maxConnections[purpose]
    if (connections[purpose] >= limit) return yield* new BrowserSessionInUse({ id, limit })
    yield* Effect.acquireRelease(
      Effect.sync(() => connections[purpose]++),
      () => Effect.sync(() => connections[purpose]--)
    )
    const serve = (client: RemoteClient) =>
      Effect.flatMap(
        Effect.mapError(Deferred.await(entry.page), () => new BrowserSessionNotFound({ id })),
        (page) =>
          purpose === "control"
            ? page.control(active(entry, client))
            : page.show(purpose === "interact" ? active(entry, client) : client, {
                isInteractive: purpose === "interact"
              })
      )
    return { serve: (client) => Effect.raceFirst(serve(client), Deferred.await(entry.ended)) }
  })

  yield* Effect.addFinalizer(() => Effect.forEach([...entries.values()], end, { concurrency: "unbounded" }))

  return BrowserSessions.of({
    available: available && openPage !== undefined,
    open,
    find: (id) => Effect.map(own(id), sessionOf),
    list: Effect.map(CurrentAccount, (account) => ownOf(account.id).map(infoOf)),
    close: Effect.fnUntraced(function* (id) {
      const entry = yield* own(id)
      yield* end(entry)
      return {
        durationMs: (yield* Clock.currentTimeMillis) - entry.createdAt,
        creditsBilled: price,
        warning: entry.saveWarning
      }
    }),
    connect
  })
})

const needsBrowser = (url: URL | undefined, feature: string) =>
  new CaptureError({ url: url?.href ?? "about:blank", reason: new NeedsBrowser({ features: [feature] }) })
