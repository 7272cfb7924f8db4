/** The webhook of a job: the caller's, or the server's default. */
import type { WebhookOptions } from "@orbweaver/core/model/WebhookOptions"
import type { Engines } from "../Engines.ts"

/** As a part of the options of a start; today's clients send null for none. */
export const webhookOf = (
  { webhook }: Engines,
  asked: WebhookOptions | null | undefined
): { readonly webhook?: WebhookOptions } => {
  const notified = asked ?? webhook
  return notified === undefined ? {} : { webhook: notified }
}
