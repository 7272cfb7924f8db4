/**
 * Sends mail by SMTP through the egress policy: the port `Mailer` over nodemailer, which is loaded with the first mail.
 *
 * The connection is that of `dial`, so that every address of the server's name is judged and it goes to one of those. TLS
 * is required, and its certificate is verified for the name that the operator gave.
 */
import * as Duration from "effect/Duration"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { isMailAddress, type Mail, Mailer, MailFailed } from "@orbweaver/core/jobs/Mailer"
import { type Secret, secretText } from "@orbweaver/core/internal/model/secret"
import { Egress, type Service as EgressService } from "@orbweaver/core/network/Egress"
import { dial } from "./dial.ts"
import { codeOf, toReason } from "./failures.ts"
import { type Lookup, systemLookup } from "./Lookup.ts"

/** The mail server of an instance. */
export interface MailSettings {
  /**
   * Address of the server: `smtp://user:password@host:587`, which is asked for STARTTLS, or `smtps://user:password@host:465`.
   * `?tls=never` behind `smtp` sends as plain text, for a server on the same machine.
   */
  readonly url: Secret
  /** Sender: an address, or a name and an address as `Orbweaver <orbweaver@example.com>`. */
  readonly from: string
  /** Who may be sent mail: addresses, and domains as `@example.com`. Default: everybody. */
  readonly recipients?: ReadonlyArray<string> | undefined
}

export interface Options {
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** Certificate authorities trusted besides those of the platform, in PEM. */
  readonly ca?: string | undefined
}

interface Server {
  readonly host: string
  readonly port: number
  readonly tls: "always" | "starttls" | "never"
  readonly user: string
  readonly password: Redacted.Redacted
  readonly from: string
}

const ports = { always: 465, starttls: 587, never: 25 } as const

/** The server that the settings name; throws `InvalidInput` for those that name none. */
export const readSettings = ({ from, recipients = [], url: secret }: MailSettings): Server => {
  const url = URL.parse(secretText(secret))
  const kind = url?.searchParams.get("tls")
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "" || !(kind == null || kind === "never")) {
    throw wrong("url", "Expected the address of a mail server, such as smtp://user:password@host:587")
  }
  const isSecure = url.protocol === "smtps:"
  if (isSecure && kind === "never") throw wrong("url", "tls=never contradicts smtps")
  if (/[\r\n]/.test(from) || !isMailAddress(addressOf(from))) {
    throw wrong("from", "Expected an address, such as Orbweaver <orbweaver@example.com>")
  }
  if (!recipients.every((one) => isMailAddress(one.startsWith("@") ? `a${one}` : one))) {
    throw wrong("recipients", "Expected addresses, and domains as @example.com")
  }
  const tls = isSecure ? "always" : kind === "never" ? "never" : "starttls"
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? ports[tls] : Number(url.port),
    tls,
    user: decodeURIComponent(url.username),
    password: Redacted.make(decodeURIComponent(url.password)),
    from
  }
}

const wrong = (field: keyof MailSettings, why: string): InvalidInput => invalid("mail", [field], why)

/** The address of `Name <address>`, or the text itself. */
const addressOf = (from: string): string => /^[^<>]*<([^<>]*)>$/.exec(from.trim())?.[1] ?? from.trim()

/** Throws `InvalidInput` for settings that name no server. */
export const layer = (settings: MailSettings, options: Options = {}): Layer.Layer<never, never, Egress> => {
  const server = readSettings(settings)
  const allowed = settings.recipients?.map((one) => one.toLowerCase())
  return Layer.effect(
    Mailer,
    Effect.map(Egress, (egress) => ({
      mayReceive: (address) => {
        const lower = address.toLowerCase()
        return allowed?.some((one) => (one.startsWith("@") ? lower.endsWith(one) : lower === one)) ?? true
      },
      send: (mail) =>
        Effect.tryPromise({
          try: (signal) => send(egress, server, mail, { ...options, signal }),
          catch: (cause) => failureOf(cause, server.host)
        }).pipe(
          Effect.timeoutOrElse({
            duration: mail.timeout,
            orElse: () =>
              Effect.fail(
                new MailFailed({
                  detail: `the mail server took longer than ${Duration.toSeconds(mail.timeout)} seconds`,
                  isFinal: false
                })
              )
          })
        )
    }))
  )
}

/** Sends one mail over a connection of its own, which is gone when the promise settles. */
const send = async (
  egress: EgressService,
  { from, host, password, port, tls, user }: Server,
  { at, html, id, subject, text, timeout, to }: Mail,
  { ca, lookup = systemLookup, signal }: Options & { readonly signal: AbortSignal }
): Promise<void> => {
  const [{ createTransport }, { rootCertificates }] = await Promise.all([import("nodemailer"), import("node:tls")])
  const connection = await dial(egress, { host, port }, { lookup, signal })
  const patience = Duration.toMillis(timeout)
  const transport = createTransport({
    host,
    port,
    secure: tls === "always",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "never",
    tls: { minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) },
    ...(user === "" ? {} : { auth: { user, pass: Redacted.value(password) } }),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, done) => done(null, { connection })
  })
  try {
    await transport.sendMail({
      from,
      to: { name: "", address: to },
      subject: oneLine(subject),
      text,
      html,
      date: DateTime.toDate(at),
      messageId: `<${id}@${addressOf(from).split("@")[1]}>`,
      // RFC 3834: nobody answers it by a machine.
      headers: { "Auto-Submitted": "auto-generated" },
      signal
    })
  } finally {
    transport.close()
    connection.destroy()
  }
}

const maxSubject = 200

const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, maxSubject)

/** The answer of the server, where it gave one: 5xx about the mail itself is for good, about the login is not. */
const failureOf = (cause: unknown, host: string): MailFailed => {
  if (
    typeof cause === "object" &&
    cause !== null &&
    "responseCode" in cause &&
    typeof cause.responseCode === "number"
  ) {
    const { responseCode: status } = cause
    const words = "response" in cause && typeof cause.response === "string" ? oneLine(cause.response) : String(status)
    const isAboutMail = codeOf(cause) === "EENVELOPE" || codeOf(cause) === "EMESSAGE"
    return new MailFailed({ detail: `the mail server answered ${words}`, isFinal: status >= 500 && isAboutMail })
  }
  return new MailFailed({ detail: toReason(cause, { host, skipTlsVerification: false }).message, isFinal: false })
}
