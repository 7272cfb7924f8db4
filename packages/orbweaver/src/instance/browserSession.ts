/** A browser that stays open between calls, for code without Effect. */
import {
  type Action,
  decode as decodeScrape,
  ProfileOptions,
  type ScreenshotOptions
} from "@orbweaver/core/model/ScrapeOptions"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import * as Url from "@orbweaver/core/model/Url"
import type { OpenPage, ScriptOutcome } from "@orbweaver/core/network/OpenPage"
import type { ActionResults } from "@orbweaver/core/network/Renderer"
import { BrowserSessions, type Session } from "@orbweaver/core/scrape/BrowserSessions"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { durationBy, type DurationInput, durationOf, seconds } from "../options/durations.ts"
import type { CallOptions, Run } from "./calls.ts"

export interface BrowserInput {
  /** The page to begin with; an empty one when absent. */
  readonly url?: string | URL | undefined
  /** Default false. */
  readonly mobile?: boolean | undefined
  /**
   * A profile whose cookies and storage the browser begins with; what it holds at its end is saved, without
   * `saveChanges: false`. Default: none.
   */
  readonly profile?: ProfileOptions | undefined
  /** How long the session lives at most: seconds or a text such as `"5 minutes"`. Default: 10 minutes, at most an hour. */
  readonly ttl?: DurationInput | undefined
  /** How long it lives without a call: seconds or a text such as `"1 minute"`. Default: 5 minutes. */
  readonly idleTimeout?: DurationInput | undefined
}

interface CallInput extends CallOptions {
  /** Limit for the call: seconds, at most 300, or a text such as `"2 minutes"`. Default: 30 seconds. */
  readonly timeout?: DurationInput | undefined
}

/**
 * A browser of its own. Its calls run one after another, under the egress policy of the instance, and reject with
 * `BrowserSessionNotFound` once it has ended.
 */
export interface BrowserSession extends AsyncDisposable {
  readonly id: string
  readonly expiresAt: Date
  /** What you should know of how its profile was opened. */
  readonly warning?: string | undefined
  readonly goto: (url: string | URL, options?: CallInput) => Promise<void>
  /**
   * Runs JavaScript in a page of its own in the browser, where `page` has the functions of Playwright's page that stay
   * within it. A script that throws, or does not end in time, says so by `error`.
   */
  readonly run: (code: string, options?: CallInput) => Promise<ScriptOutcome>
  /** Carries out actions as a scrape does. */
  readonly perform: (actions: ReadonlyArray<Action>, options?: CallInput) => Promise<ActionResults>
  /** PNG, or JPEG where a quality is given. */
  readonly screenshot: (options?: ScreenshotOptions & CallInput) => Promise<Uint8Array>
  /** The document as it is now. */
  readonly html: (options?: CallInput) => Promise<string>
  /** The address of the page as it is now. */
  readonly url: (options?: CallOptions) => Promise<string>
  readonly close: () => Promise<void>
}

const schemas: Given.OptionSchemas<BrowserInput> = {
  url: Given.value("an address", (given) => typeof given === "string" || given instanceof URL),
  mobile: Given.boolean,
  profile: ProfileOptions,
  ttl: Given.seconds,
  idleTimeout: Given.seconds
}

/** Throws `InvalidInput`. */
export const checkBrowser = (given: unknown): void => Given.checkOptions("options of openBrowser", schemas, given)

const defaultTimeout = Duration.seconds(30)

const timeOf = ({ timeout }: CallInput) =>
  timeout === undefined ? Effect.succeed(defaultTimeout) : durationBy(seconds(300), timeout, ["timeout"])

export const open = Effect.fnUntraced(function* ({ idleTimeout, mobile, profile, ttl, url }: BrowserInput) {
  return yield* (yield* BrowserSessions).open({
    ...(url === undefined ? {} : { url: yield* Url.parse(url instanceof URL ? url.href : url) }),
    ...(mobile === undefined ? {} : { mobile }),
    ...(profile === undefined ? {} : { profile }),
    ...(ttl === undefined ? {} : { ttl: yield* durationOf("ttl", ttl) }),
    ...(idleTimeout === undefined ? {} : { idleTimeout: yield* durationOf("idleTimeout", idleTimeout) })
  })
})

export const toPromises = (session: Session, run: Run<BrowserSessions>): BrowserSession => {
  const call = <A, E>(options: CallInput, use: (page: OpenPage, time: Duration.Duration) => Effect.Effect<A, E>) =>
    run(
      Effect.flatMap(timeOf(options), (time) => session.use((page) => use(page, time))),
      options
    )
  const close = () =>
    run(
      BrowserSessions.use((sessions) => sessions.close(session.id)).pipe(
        Effect.catchTag("BrowserSessionNotFound", () => Effect.void),
        Effect.asVoid
      )
    )
  return {
    id: session.id,
    expiresAt: new Date(session.expiresAt),
    ...(session.warning === undefined ? {} : { warning: session.warning }),
    goto: (url, options = {}) =>
      run(
        Effect.gen(function* () {
          const to = yield* Url.parse(url instanceof URL ? url.href : url)
          const time = yield* timeOf(options)
          yield* session.use((page) => page.goto(to, time))
        }),
        options
      ),
    run: (code, options = {}) => call(options, (page, time) => page.run(code, time)),
    perform: (actions, options = {}) =>
      run(
        Effect.gen(function* () {
          const read = yield* decodeScrape({ actions })
          const time = yield* timeOf(options)
          return yield* session.use((page) => page.perform(read.actions ?? [], time))
        }),
        options
      ),
    screenshot: ({ signal, timeout, ...options } = {}) =>
      call({ signal, timeout }, (page, time) => Effect.map(page.screenshot(options, time), ({ bytes }) => bytes)),
    html: (options = {}) => call(options, (page, time) => page.html(time)),
    url: (options = {}) => call(options, (page) => Effect.sync(page.url)),
    close,
    [Symbol.asyncDispose]: close
  }
}
