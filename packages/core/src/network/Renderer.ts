/**
 * Port: loads a page in a browser and reads it after its scripts have run.
 *
 * Adapter: `@orbweaver/browser`. Contract: `RendererSuite` in
 * `@orbweaver/testing`.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Action, ScreenshotOptions } from "../model/ScrapeOptions.ts"
import { CaptureError, NeedsBrowser } from "../model/CaptureError.ts"
import type { FetchRequest, FetchResponse } from "./Fetcher.ts"
import type { ActionResults, Artifact } from "./ActionResults.ts"
import type { StateHolder } from "./BrowserState.ts"
import type { OpenPage, OpenPageRequest } from "./OpenPage.ts"

export type { ActionResults, Artifact } from "./ActionResults.ts"

export interface RenderRequest extends FetchRequest {
  /** Extra time to let scripts settle once the page has loaded. */
  readonly waitFor: Duration.Duration
  /** Performed in order once the page has loaded. */
  readonly actions: ReadonlyArray<Action>
  /** A picture of the page after the actions. */
  readonly screenshot?: ScreenshotOptions | undefined
  readonly mobile: boolean
  /** ISO 3166-1 alpha-2 country and BCP 47 languages to present. */
  readonly location?: { readonly country: string; readonly languages: ReadonlyArray<string> } | undefined
  readonly blockAds: boolean
  /** Collect what the `branding` format reads from the rendered page. */
  readonly branding?: boolean | undefined
  /** Cookies and storage to begin with, and where to put what the page leaves; for renderers that keep `profiles`. */
  readonly state?: StateHolder | undefined
}

export interface RenderResponse extends FetchResponse {
  readonly screenshot?: Artifact | undefined
  readonly actions?: ActionResults | undefined
  /** What the rendered page looks like: the value of the `branding` format. */
  readonly branding?: unknown
}

export interface Service {
  /** False when nothing can render: callers then fail before any byte is fetched. */
  readonly available: boolean
  /** Whether `proxy: "stealth"` leaves by another way than `basic`. */
  readonly stealth?: boolean | undefined
  /** Whether `state` of a request is heeded; one that does not heed it never gets such a request. */
  readonly profiles?: boolean | undefined
  /** `body` of the response is the serialised DOM in UTF-8, or the bytes of a file that is no page. */
  readonly render: (request: RenderRequest) => Effect.Effect<RenderResponse, CaptureError>
  /** Opens a page that stays open until its scope closes; absent where browsers are somebody else's. */
  readonly openPage?: (request: OpenPageRequest) => Effect.Effect<OpenPage, CaptureError, Scope.Scope>
}

export class Renderer extends Context.Service<Renderer, Service>()("@orbweaver/core/Renderer") {
  /** For installations without a browser: every request fails with `NeedsBrowser`. */
  static readonly layerNone: Layer.Layer<Renderer> = Layer.succeed(Renderer, {
    available: false,
    render: ({ url }) =>
      Effect.fail(new CaptureError({ url: url.href, reason: new NeedsBrowser({ features: ["rendering"] }) }))
  })
}
