/** What the tests of renderers share: the sites they read from, and one request. */
import type { Vitest } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { CaptureReason } from "@orbweaver/core/model/CaptureError"
import type { EgressPolicy } from "@orbweaver/core/network/Egress"
import { Renderer, type RenderRequest, type RenderResponse } from "@orbweaver/core/network/Renderer"

/** The part of the test site that the suite uses. */
export interface Site {
  readonly url: (path: string) => URL
  /** The same pages on another origin. */
  readonly other: (path: string) => URL
  readonly tls: (kind: "valid" | "self-signed", path: string) => URL
  readonly requests: (path?: string) => ReadonlyArray<{
    readonly path: string
    readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  }>
  readonly connections: () => number
}

export class Sites extends Context.Service<
  Sites,
  {
    readonly site: Site
    /** A second site, with which nothing may ever speak. */
    readonly canary: Site
    /** What the renderer of the strict tests may reach: `site` and nothing else on this machine. */
    readonly strict: EgressPolicy
  }
>()("@orbweaver/testing/RendererSuite/Sites") {}

/** The same renderer twice: one that may reach this machine, and one held to `Sites.strict`. */
export class Strict extends Context.Service<Strict, Renderer["Service"]>()("@orbweaver/testing/RendererSuite/Strict") {}

/** A part of the suite adds its tests to this. */
export type Tester = Vitest.MethodsNonLive<Renderer | Sites | Strict>

export const request = (url: URL, more: Partial<RenderRequest> = {}): RenderRequest => ({
  url,
  timeout: Duration.seconds(45),
  maxBytes: 5_000_000,
  waitFor: Duration.zero,
  actions: [],
  mobile: false,
  blockAds: true,
  ...more
})

export const render = (url: URL, more?: Partial<RenderRequest>) =>
  Effect.flatMap(Renderer, (renderer) => renderer.render(request(url, more)))

export const reasonOf = (
  url: URL,
  more?: Partial<RenderRequest>
): Effect.Effect<CaptureReason, RenderResponse, Renderer> =>
  Effect.map(Effect.flip(render(url, more)), ({ reason }) => reason)

export const textOf = ({ body }: RenderResponse): string => new TextDecoder().decode(body)

/** Width and height of a PNG, from its header (ISO/IEC 15948 §11.2.2). */
export const pngSize = (bytes: Uint8Array): readonly [number, number] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}
