/**
 * Mail about what a job found. It waits in the outbox of webhooks (`Webhooks`) as an event whose address is `mailto:`, and
 * is sent from there as they are: with the change that it reports, at least once, with an id that stays the same.
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { knowEveryCopy } from "../model/errorMark.ts"
import type { EventPost } from "./Webhooks.ts"

const Content = Schema.Struct({
  /** One line. */
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String
})
export type MailContent = typeof Content.Type

export interface Mail extends MailContent {
  /** The same over all attempts: receivers know a repetition by it. */
  readonly id: string
  readonly to: string
  readonly at: DateTime.Utc
  /** For the whole exchange. */
  readonly timeout: Duration.Duration
}

/** The mail was not taken. */
export class MailFailed extends Schema.TaggedError<MailFailed>()("MailFailed", {
  detail: Schema.String,
  /** Whether the server refuses this mail for good. */
  isFinal: Schema.Boolean
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `The mail was not taken: ${this.detail}`
  }
}

export interface MailerService {
  readonly send: (mail: Mail) => Effect.Effect<void, MailFailed>
  /** Whether the operator lets mail be sent to the address. */
  readonly mayReceive: (address: string) => boolean
}

/** Port: sends a mail. Default: none, and no mail is sent. */
export const Mailer = Context.Reference<MailerService | undefined>("@orbweaver/core/Mailer", {
  defaultValue: () => undefined
})

/**
 * Whether a text is an address that mail can be sent to: a dot-atom and a domain of ASCII labels (RFC 5321 section 4.1.2),
 * with no quotes, comments, lists or line breaks.
 */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i.test(
    text
  ) &&
  text.indexOf("@") <= 64

const scheme = "mailto:"

/** A mail as an event for the outbox. */
export const mailPost = (id: string, to: string, content: MailContent): EventPost => ({
  id,
  type: "page",
  url: `${scheme}${encodeURIComponent(to)}`,
  headers: {},
  body: JSON.stringify(content)
})

const decodeContent = Schema.decodeUnknownOption(Schema.fromJsonString(Content))

/** The recipient and the content of an event that is a mail. */
export const mailOfPost = ({
  body,
  url
}: Pick<EventPost, "url" | "body">): (MailContent & { to: string }) | undefined =>
  url.startsWith(scheme)
    ? Option.getOrUndefined(
        Option.map(decodeContent(body), (content) => ({ ...content, to: decodeURIComponent(url.slice(scheme.length)) }))
      )
    : undefined
