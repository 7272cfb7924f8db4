/** Who is sent mail about a monitor: what callers ask for, as it is stored and answered. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isMailAddress, type MailerService } from "@orbweaver/core/jobs/Mailer"
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"

export const maxRecipients = 25

export const MonitorNotification = Schema.Struct({
  email: Schema.optionalKey(
    Schema.Struct({
      /** Default: whether there are recipients. */
      enabled: Schema.optionalKey(Schema.Boolean),
      recipients: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(maxRecipients))),
      /** The lines that differ, besides what matters of them. Default: `false`. */
      includeDiffs: Schema.optionalKey(Schema.Boolean)
    })
  )
})
export type MonitorNotification = typeof MonitorNotification.Type

/** A recipient as the official clients know it: who may ask for mail is the operator's choice, so that each is confirmed. */
export const RecipientSubscription = Schema.Struct({
  email: Schema.String,
  status: Schema.Literals(["pending", "confirmed", "unsubscribed"]),
  source: Schema.Literals(["team", "opt_in", "legacy"])
})

type Asked = MonitorNotification | null | undefined

/** Who is sent mail; empty where it is not enabled. */
export const recipientsOf = (notification: Asked): ReadonlyArray<string> => {
  const { enabled = true, recipients = [] } = notification?.email ?? {}
  return enabled ? recipients : []
}

export const subscriptionsOf = (notification: Asked): ReadonlyArray<typeof RecipientSubscription.Type> =>
  recipientsOf(notification).map((email) => ({ email, status: "confirmed", source: "team" }))

/** Each recipient once, where mail is sent and may be sent to them. */
export const readNotification = Effect.fnUntraced(function* (
  notification: MonitorNotification | null,
  mailer: MailerService | undefined
): Effect.fn.Return<MonitorNotification | null, InvalidInput> {
  const email = notification?.email
  if (email === undefined) return notification
  const at = (path: ReadonlyArray<string | number>, why: string) =>
    invalid("monitor", ["notification", "email", ...path], why)
  const { enabled, recipients = [] } = email
  for (const [index, recipient] of recipients.entries()) {
    const path = ["recipients", index]
    if (!isMailAddress(recipient)) return yield* at(path, "Expected one mail address, such as somebody@example.com")
    if (mailer?.mayReceive(recipient) === false) {
      return yield* at(path, "Mail may not be sent to this address: `mail.recipients` of this server says who may be")
    }
  }
  if (enabled === true && recipients.length === 0) return yield* at(["recipients"], "Expected at least one recipient")
  if (mailer === undefined && recipientsOf(notification).length > 0) {
    return yield* at([], "E-mail is not sent by this server, which has no mail server (`mail`): give a webhook")
  }
  const unique = new Map(recipients.map((recipient) => [recipient.toLowerCase(), recipient]))
  return { email: { ...email, recipients: [...unique.values()] } }
})

/** What a monitor asks for that this process does not send, in sentences. */
export const mailNotes = (notification: Asked, mailer: MailerService | undefined): ReadonlyArray<string> =>
  mailer === undefined && recipientsOf(notification).length > 0
    ? ["E-mail is not sent by this server: it has no mail server (`mail`)."]
    : []
