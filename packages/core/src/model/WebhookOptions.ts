/** Where the events of a job are sent, and which of them. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { InvalidInput, type Issue } from "./InvalidInput.ts"
import { checkGiven } from "./RequestHeaders.ts"

export const webhookEvents = ["started", "page", "completed", "failed", "cancelled"] as const
/** Those of an agent, which says each tool that it used. */
export const agentWebhookEvents = [...webhookEvents, "action"] as const
export type WebhookEventType = (typeof agentWebhookEvents)[number]

const WebhookObject = Schema.Struct({
  url: Schema.String,
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** Sent back with every event as it is. */
  metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  /** Events wanted; all when absent. `crawl.page` is read as `page`. */
  events: Schema.optionalKey(Schema.Array(Schema.String))
})

/** An address, or an address with what to send there. */
export const WebhookOptions = Schema.Union([Schema.String, WebhookObject])
export type WebhookOptions = typeof WebhookOptions.Type

export interface Webhook {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly metadata: Readonly<Record<string, Schema.Json>>
  readonly events: ReadonlyArray<WebhookEventType>
}

/** The webhook, once what the caller wrote is an address, and events that jobs of this kind have. */
export const readWebhook = (
  options: WebhookOptions,
  known: ReadonlyArray<WebhookEventType> = webhookEvents
): Effect.Effect<Webhook, InvalidInput> => {
  const { events: named = [], headers = {}, url } = typeof options === "string" ? { url: options } : options
  const issues: Array<Issue> = []
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    const path = typeof options === "string" ? ["webhook"] : ["webhook", "url"]
    issues.push({ path, message: "Expected an http or https address", code: "invalid_string" })
  }
  const checked = checkGiven(headers)
  if (!checked.ok) issues.push({ path: ["webhook", "headers"], message: checked.problem, code: "custom" })
  for (const [index, name] of named.entries()) {
    if (known.some((event) => event === withoutKind(name))) continue
    issues.push({
      path: ["webhook", "events", index],
      message: `Expected one of ${known.join(", ")}`,
      code: "invalid_enum_value"
    })
  }
  if (issues.length > 0) return Effect.fail(new InvalidInput({ what: "webhook", issues }))
  return Effect.succeed(resolveWebhook(options, known))
}

/** Fills in what the caller left out. `failed` of a page is sent only to those who name it. */
export const resolveWebhook = (
  options: WebhookOptions,
  known: ReadonlyArray<WebhookEventType> = webhookEvents
): Webhook => {
  const given = typeof options === "string" ? { url: options } : options
  const named = given.events?.map(withoutKind)
  return {
    url: given.url,
    headers: given.headers ?? {},
    metadata: given.metadata ?? {},
    events: named === undefined ? known : known.filter((event) => named.includes(event))
  }
}

const withoutKind = (name: string): string => name.slice(name.lastIndexOf(".") + 1)
