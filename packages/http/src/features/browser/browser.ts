/** Browser sessions, and the page of an earlier scrape in one (docs/guide/browser-sessions.md). */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Sessions from "@orbweaver/core/scrape/BrowserSessions"
import {
  type Service as PageSteps,
  type StepsOutcome,
  StepsUnavailable
} from "@orbweaver/extraction/internal/browse/PageSteps"
import { ProfileOptions } from "@orbweaver/core/model/ScrapeOptions"
import type { ScriptOutcome } from "@orbweaver/core/network/OpenPage"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { agentBrowserScript } from "./agentBrowser.ts"
import { addressesOf } from "./remote.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { badRequest, wireError, type WireError } from "../../wire/ErrorBody.ts"
import { choiceOf } from "../../wire/query.ts"
import { offered } from "../notImplemented.ts"
import type { Call } from "../../gate/Operation.ts"
import { BrowserListStatus, BrowserRequest, ExecuteRequest, InteractRequest } from "../../v2/browserBodies.ts"
import { ownScrape } from "../scrape/scrape.ts"

const readOpen = reader(BrowserRequest)
const readExecute = reader(ExecuteRequest)
const readInteract = reader(InteractRequest)

const price = () => ({ unit: "credits", amount: Sessions.price }) as const
/** Seconds for a script, when the caller says nothing. */
const defaultTimeout = 30
/** Seconds for steps in words, when the caller says nothing. */
const promptTimeout = 120
const defaultLanguage = "node"

const refused = (path: ReadonlyArray<string>, message: string) =>
  badRequest([{ code: "custom", path: [...path], message }])

/** The script that runs in a page for the code of a caller. */
const scriptOf = (code: string, language: string = defaultLanguage): Effect.Effect<string, WireError> => {
  if (language === "node" || language === "javascript") return Effect.succeed(code)
  if (language !== "bash") {
    return Effect.fail(
      refused(
        ["language"],
        `${language} is not run by this server: code of callers runs inside a page only. Send JavaScript with language "node"; page.goto, page.click and the like are there`
      )
    )
  }
  return Effect.mapError(Effect.fromResult(agentBrowserScript(code)), (problem) =>
    refused(
      ["code"],
      `${problem}. With language "bash" each line is one command of agent-browser; send JavaScript with language "node"`
    )
  )
}

/** Of an earlier answer: the address of its page, and the profile that the page was visited with. */
const ScrapedPage = Schema.Struct({
  metadata: Schema.Struct({ url: Schema.String, browserProfile: Schema.optionalKey(ProfileOptions) })
})
const decodePage = Schema.decodeUnknownOption(Schema.fromJsonString(ScrapedPage))

/** Commands have no value but what they write. */
const answerOf = (
  { error, killed, result, stderr, stdout, truncated }: ScriptOutcome,
  language: string = defaultLanguage
) => ({
  success: error === undefined,
  result: language === "bash" ? stdout.trimEnd() : result,
  stdout,
  stderr,
  exitCode: error === undefined ? 0 : 1,
  killed,
  truncated,
  ...(error === undefined ? {} : { error })
})

const closedOf = ({ creditsBilled, durationMs, warning }: Sessions.Closed) => ({
  success: true,
  status: "destroyed",
  sessionDurationMs: durationMs,
  creditsBilled,
  ...defined({ warning })
})

/** The scripts of the model stand in `stdout`, each after what it gave. */
const stepsAnswer = ({ answer, done, steps }: StepsOutcome) => ({
  success: done,
  output: answer,
  result: answer,
  stdout: steps.map(({ error, result, script }) => `${script}\n=> ${error ?? result}\n`).join(""),
  stderr: "",
  exitCode: done ? 0 : 1,
  killed: false,
  truncated: false,
  ...(done ? {} : { error: answer })
})

interface RunOptions {
  readonly language?: string
  /** Seconds. */
  readonly timeout?: number
}

export const browserOperations = (engines: Engines) => {
  const operation = offered(
    engines.sessions?.available === true ? engines.sessions : undefined,
    "Browser sessions",
    "they need a browser: install Chromium, Chrome or Edge where it runs, or give it a renderer such as playwright() of @orbweaver/browser"
  )

  const addresses = (session: Sessions.SessionInfo, call: Call) =>
    addressesOf(session, engines.remoteControl ? engines.base(call) : undefined)

  const run = (session: Sessions.Session, script: string, { language, timeout = defaultTimeout }: RunOptions) =>
    Effect.map(
      session.use((page) => page.run(script, Duration.seconds(timeout))),
      (outcome) => answerOf(outcome, language)
    )

  const takeSteps = (session: Sessions.Session, prompt: string, timeout = promptTimeout) =>
    Effect.map(
      session.use((page): ReturnType<PageSteps["take"]> =>
        engines.pageSteps === undefined
          ? Effect.fail(new StepsUnavailable())
          : engines.pageSteps.take(page, prompt, Duration.seconds(timeout))
      ),
      stepsAnswer
    )

  const openBrowser = operation(
    { kind: "scrape", writes: true, body: "json", profile: "body", price },
    Effect.fnUntraced(function* (sessions: Sessions.Service, call: Call) {
      const { activityTtl, profile, ttl } = yield* decodeBody(readOpen, call)
      const session = yield* sessions.open({
        ...defined({ profile }),
        ...(ttl === undefined ? {} : { ttl: Duration.seconds(ttl) }),
        ...(activityTtl === undefined ? {} : { idleTimeout: Duration.seconds(activityTtl) })
      })
      const { expiresAt, id, warning } = session
      return {
        success: true,
        id,
        expiresAt: new Date(expiresAt).toISOString(),
        ...addresses(session, call),
        ...defined({ warning })
      }
    })
  )

  const listBrowsers = operation({ kind: "status" }, (sessions, call) =>
    Effect.map(Effect.all([sessions.list, choiceOf("status", BrowserListStatus, call)]), ([found, status]) => ({
      success: true,
      // Sessions that have ended are not kept.
      sessions: (status === "destroyed" ? [] : found).map((session) => ({
        id: session.id,
        status: "active",
        ...addresses(session, call),
        streamWebView: engines.remoteControl,
        createdAt: new Date(session.createdAt).toISOString(),
        lastActivity: new Date(session.lastActivity).toISOString()
      }))
    }))
  )

  const closeBrowser = operation({ kind: "status", writes: true }, (sessions, call) =>
    Effect.map(sessions.close(sessionOf(call)), closedOf)
  )

  const executeInBrowser = operation(
    { kind: "scrape", writes: true, body: "json" },
    Effect.fnUntraced(function* (sessions: Sessions.Service, call: Call) {
      const session = yield* sessions.find(sessionOf(call))
      const { code, ...options } = yield* decodeBody(readExecute, call)
      const outcome = yield* run(session, yield* scriptOf(code, options.language), options)
      return { ...outcome, ...addresses(session, call) }
    })
  )

  const interact = operation(
    { kind: "scrape", writes: true, body: "json", price },
    Effect.fnUntraced(function* (sessions: Sessions.Service, call: Call) {
      const text = yield* ownScrape(engines, call)
      const { code, prompt, ...options } = yield* decodeBody(readInteract, call)
      if (code === undefined && engines.pageSteps?.available !== true) return yield* new StepsUnavailable()
      const script = code === undefined ? undefined : yield* scriptOf(code, options.language)
      const page = Option.getOrUndefined(decodePage(text))?.metadata
      const url = page === undefined ? null : URL.parse(page.url)
      if (url === null) return yield* wireError(404, "The scrape has no address that a browser can open")
      const session = yield* sessions.open({ id: sessionOf(call), url, profile: page?.browserProfile })
      const outcome = yield* script === undefined
        ? takeSteps(session, prompt ?? "", options.timeout)
        : run(session, script, options)
      return { ...outcome, ...addresses(session, call) }
    })
  )

  const stopInteraction = operation(
    { kind: "status", writes: true },
    Effect.fnUntraced(function* (sessions: Sessions.Service, call: Call) {
      yield* ownScrape(engines, call)
      return yield* sessions.close(sessionOf(call)).pipe(
        // One that has ended by itself is stopped, too.
        Effect.catchTag("BrowserSessionNotFound", () =>
          Effect.succeed<Sessions.Closed>({ durationMs: 0, creditsBilled: 0 })
        ),
        Effect.map(closedOf)
      )
    })
  )

  return {
    openBrowser,
    listBrowsers,
    closeBrowser,
    executeInBrowser,
    openInteract: openBrowser,
    listInteract: listBrowsers,
    closeInteract: closeBrowser,
    executeInInteract: executeInBrowser,
    interact,
    stopInteraction
  }
}

/** Its path names the session, or the scrape, whose page has a session of the same id. */
const sessionOf = ({ params }: Call): string => params["id"] ?? ""
