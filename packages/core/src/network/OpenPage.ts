/**
 * A page in a browser of its own that stays open between calls: the part of the `Renderer` port that browser sessions
 * are built on. Adapter: `@orbweaver/browser`.
 * @experimental
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { CaptureError } from "../model/CaptureError.ts"
import type { Action, ScreenshotOptions } from "../model/ScrapeOptions.ts"
import type { BrowserState } from "./BrowserState.ts"
import type { ActionResults, Artifact } from "./ActionResults.ts"

export interface OpenPageRequest {
  /** The page to begin with; an empty one when absent. */
  readonly url?: URL | undefined
  readonly mobile: boolean
  /** Cookies and storage that the browser begins with; none when absent. */
  readonly initialState?: BrowserState | undefined
  /** Longest time that the start of the browser and the first page may take. */
  readonly timeout: Duration.Duration
}

/** What a script of the caller did. */
export interface ScriptOutcome {
  /** The value of its last expression: a string as it is, anything else as JSON; empty for `undefined`. */
  readonly result: string
  /** What it wrote with `console.log`, `info` and `debug`, a line each. */
  readonly stdout: string
  /** What it wrote with `console.error` and `warn`, and the error that ended it. */
  readonly stderr: string
  /** The message of the error that ended it. */
  readonly error?: string | undefined
  /** Its time was over, and it was stopped. */
  readonly killed: boolean
  /** Output beyond the limit was left out. */
  readonly truncated: boolean
}

/** A program elsewhere that controls or watches the page over a connection, as a host gives it. */
export interface RemoteClient {
  /** Its next message; `undefined` when it has left. Messages that nobody takes stay with it. */
  readonly next: Effect.Effect<string | undefined>
  /** Sends it a text. A client that is too far behind is disconnected instead. */
  readonly send: (message: string) => void
  /** As `send`, until the text has left this process. */
  readonly deliver: (message: string) => Effect.Effect<void>
}

export interface OpenPage {
  /** Address that the page shows now. */
  readonly url: () => string
  readonly goto: (url: URL, timeout: Duration.Duration) => Effect.Effect<void, CaptureError>
  /**
   * Runs JavaScript in an empty page of its own, without network, where `page` stands for the open page: its functions
   * are those of Playwright that lead nowhere else. Names that a script declares stay for the next one.
   */
  readonly run: (code: string, timeout: Duration.Duration) => Effect.Effect<ScriptOutcome, CaptureError>
  readonly perform: (
    actions: ReadonlyArray<Action>,
    timeout: Duration.Duration
  ) => Effect.Effect<ActionResults, CaptureError>
  readonly screenshot: (options: ScreenshotOptions, timeout: Duration.Duration) => Effect.Effect<Artifact, CaptureError>
  /** The document as it is now, serialised. */
  readonly html: (timeout: Duration.Duration) => Effect.Effect<string, CaptureError>
  /** Cookies and storage that the browser holds now. */
  readonly state: (timeout: Duration.Duration) => Effect.Effect<BrowserState, CaptureError>
  /**
   * Lets a client of the Chrome DevTools Protocol control the pages of this browser, and nothing else of it, until it
   * leaves. What it opened besides this page is closed then.
   */
  readonly control: (client: RemoteClient) => Effect.Effect<void, CaptureError>
  /**
   * Shows the page to a client as pictures until it leaves, and takes what it does with mouse and keys where
   * `isInteractive`.
   */
  readonly show: (
    client: RemoteClient,
    options: { readonly isInteractive: boolean }
  ) => Effect.Effect<void, CaptureError>
  /** Ends when the browser does, however that came about. */
  readonly ended: Effect.Effect<void>
}
