/**
 * Posts webhooks through the egress policy: the port `WebhookSender` over
 * `EgressFetch`. Follows no redirect and reads no answer.
 */
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import { CaptureError, TimedOut } from "@orbweaver/core/model/CaptureError"
import type { Egress } from "@orbweaver/core/network/Egress"
import { WebhookSender } from "@orbweaver/core/jobs/WebhookSender"
import { EgressFetch, type Options } from "./HttpClient.ts"
import { toReason } from "./failures.ts"

export const layer = (options: Options = {}): Layer.Layer<WebhookSender, never, Egress> =>
  Layer.effect(
    WebhookSender,
    Effect.map(EgressFetch, (fetch) => ({
      post: ({ body, headers, timeout, url }) =>
        Effect.tryPromise({
          try: async (signal) => {
            const response = await fetch(url, { method: "POST", headers, body, signal })
            await response.body?.cancel()
            return response.status
          },
          catch: (cause) =>
            cause instanceof CaptureError
              ? cause
              : new CaptureError({
                  url: url.origin,
                  reason: toReason(cause, { host: url.hostname, skipTlsVerification: false })
                })
        }).pipe(
          Effect.timeoutOrElse({
            duration: timeout,
            orElse: () =>
              Effect.fail(
                new CaptureError({ url: url.origin, reason: new TimedOut({ limitMs: Duration.toMillis(timeout) }) })
              )
          })
        )
    }))
  ).pipe(Layer.provide(EgressFetch.layer(options)))
