/** Operates a page for an agent, by a browser session and the steps of a model, where the installation has both. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { BrowserSessions, price } from "@orbweaver/core/scrape/BrowserSessions"
import { PageSteps } from "./PageSteps.ts"

export interface Interaction {
  /** What was done and found out, as the model says. */
  readonly answer: string
  /** Address that the page showed at the end, and its text. */
  readonly url: string
  readonly text: string
}

export interface AgentBrowserService {
  /** Credits of one interaction, which the session takes from the account. */
  readonly credits: number
  /** Opens the address, does the task, and closes the browser. */
  readonly interact: (
    url: URL,
    task: string,
    timeout: Duration.Duration
  ) => Effect.Effect<Interaction, { readonly message: string }>
}

/** Default: none, and agents only read. */
export const AgentBrowser = Context.Reference<AgentBrowserService | undefined>("@orbweaver/extraction/AgentBrowser", {
  defaultValue: () => undefined
})

/** For the text at the end, and for closing. */
const grace = Duration.seconds(30)
const textTime = Duration.seconds(10)

export const layer: Layer.Layer<never, never, BrowserSessions | PageSteps> = Layer.effect(
  AgentBrowser,
  Effect.gen(function* () {
    const sessions = yield* BrowserSessions
    const steps = yield* PageSteps
    if (!sessions.available || !steps.available) return undefined
    const interact: AgentBrowserService["interact"] = (url, task, timeout) =>
      Effect.acquireUseRelease(
        sessions.open({ url, ttl: Duration.sum(timeout, grace) }),
        (session) =>
          session.use((page) =>
            Effect.gen(function* () {
              const { answer } = yield* steps.take(page, task, timeout)
              const { result } = yield* page.run(`await page.locator("body").innerText()`, textTime)
              return { answer, url: page.url(), text: result }
            })
          ),
        ({ id }) => Effect.ignore(sessions.close(id))
      )
    return { credits: price, interact }
  })
)
