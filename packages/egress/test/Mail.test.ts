// Mail by SMTP to servers on loopback: what reaches them, what is refused before, and what becomes of servers that misbehave.
import { createServer, type Server, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Mailer, type Mail } from "@orbweaver/core/jobs/Mailer"
import { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import * as Egress from "@orbweaver/core/network/Egress"
import * as Mails from "@orbweaver/egress/internal/Mail"
import { makeAuthority, makeCertificate, yearsFromNow } from "@orbweaver/testing/internal/site/certificates"
import { DateTime, Duration, Effect, Layer } from "effect"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

const authority = makeAuthority("Authority of this test")
const certificateOf = (...names: ReadonlyArray<string>) =>
  makeCertificate(
    { commonName: names[0] ?? "", names, notBefore: yearsFromNow(-1), notAfter: yearsFromNow(1) },
    authority
  )
const valid = certificateOf("127.0.0.1")

const mail: Mail = {
  id: "00000000-0000-4000-8000-000000000001",
  to: "somebody@example.com",
  subject: "Prices: 1 changed",
  text: "The small plan costs 1 € more.",
  html: "<p>The small plan costs 1 € more.</p>",
  at: DateTime.makeUnsafe("2026-01-02T03:04:05Z"),
  timeout: Duration.seconds(5)
}

interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly source: string
  readonly isSecure: boolean
  readonly user: string | undefined
}

const listening = (server: Pick<Server, "listen" | "address">) =>
  Effect.promise(
    () =>
      new Promise<number>((resolve) =>
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resolve(typeof address === "object" && address !== null ? address.port : 0)
        })
      )
  )

/** A mail server that keeps what it takes. */
const mailServer = Effect.fnUntraced(function* (options: SMTPServerOptions = {}) {
  const received: Array<Received> = []
  const server = new SMTPServer({
    key: valid.key,
    cert: valid.cert,
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ password, username }, _, done) =>
      password === "hush" ? done(null, { user: username }) : done(new Error("Wrong password")),
    onData: (stream, { envelope, secure, user }, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        received.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          isSecure: secure,
          user: typeof user === "string" ? user : undefined
        })
        done()
      })
    },
    ...options
  })
  server.on("error", () => undefined)
  const port = yield* listening(server.server)
  yield* Effect.addFinalizer(() => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve()))))
  return { port, received }
})

/** A server that does with each connection what the function says. */
const rawServer = Effect.fnUntraced(function* (use: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    use(socket)
  })
  const port = yield* listening(server)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
  )
  return { port, sockets }
})

interface Setting extends Partial<Mails.MailSettings> {
  readonly policy?: Egress.EgressPolicy
  readonly ca?: string
}

const from = "Orbweaver <orbweaver@example.org>"

const send = (
  url: string,
  given: Partial<Mail> = {},
  { ca = authority.cert, policy = { allowLocal: true }, ...more }: Setting = {}
) =>
  Effect.gen(function* () {
    const mailer = yield* Mailer
    assert.isDefined(mailer)
    yield* mailer.send({ ...mail, ...given })
  }).pipe(Effect.provide(Mails.layer({ url, from, ...more }, { ca }).pipe(Layer.provide(Egress.Egress.layer(policy)))))

describe("a mail", () => {
  it.live("is handed over behind STARTTLS and a login, to one recipient, in text and HTML", () =>
    Effect.gen(function* () {
      const { port, received } = yield* mailServer()
      yield* send(`smtp://me:hush@127.0.0.1:${port}`)
      assert.lengthOf(received, 1)
      const [one] = received
      assert.deepInclude(one, {
        from: "orbweaver@example.org",
        to: ["somebody@example.com"],
        isSecure: true,
        user: "me"
      })
      assert.include(one?.source, "Subject: Prices: 1 changed")
      assert.include(one?.source, `Message-ID: <${mail.id}@example.org>`)
      assert.include(one?.source, "Date: Fri, 02 Jan 2026 03:04:05 +0000")
      assert.include(one?.source, "Auto-Submitted: auto-generated")
      assert.include(one?.source, "Content-Type: text/plain")
      assert.include(one?.source, "Content-Type: text/html")
    }).pipe(Effect.scoped)
  )

  it.live("is handed over within TLS from the first byte", () =>
    Effect.gen(function* () {
      const { port, received } = yield* mailServer({ secure: true })
      yield* send(`smtps://127.0.0.1:${port}`)
      assert.strictEqual(received[0]?.isSecure, true)
    }).pipe(Effect.scoped)
  )

  it.live("is sent as plain text only where the operator says so", () =>
    Effect.gen(function* () {
      const { port, received } = yield* mailServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] })
      const error = yield* Effect.flip(send(`smtp://127.0.0.1:${port}`))
      assert.isEmpty(received)
      assert.isFalse(error.isFinal)
      yield* send(`smtp://127.0.0.1:${port}?tls=never`)
      assert.strictEqual(received[0]?.isSecure, false)
    }).pipe(Effect.scoped)
  )

  it.live("has no header but ours and lines of at most 998 characters, whatever its subject and text hold", () =>
    Effect.gen(function* () {
      const { port, received } = yield* mailServer()
      const subject = `Prices\r\nBcc: victim@example.com\r\n\r\nbody ${"long ".repeat(1000)}`
      yield* send(`smtp://127.0.0.1:${port}`, { subject, text: "x".repeat(100_000), html: `<p>${"y".repeat(50_000)}` })
      const [{ source, to } = { source: "", to: [] }] = received
      assert.deepStrictEqual(to, ["somebody@example.com"])
      const [head = ""] = source.split("\r\n\r\n")
      assert.notMatch(head, /^Bcc:/im)
      assert.isAtMost(Math.max(...source.split("\r\n").map((line) => line.length)), 998)
    }).pipe(Effect.scoped)
  )
})

describe("a mail server", () => {
  it.live("at an address that the policy refuses is not contacted", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* rawServer(() => undefined)
      const error = yield* Effect.flip(send(`smtp://127.0.0.1:${port}`, {}, { policy: {} }))
      assert.include(error.detail, "Loopback and private addresses are refused")
      assert.strictEqual(sockets.size, 0)
    }).pipe(Effect.scoped)
  )

  for (const [scheme, options] of [
    ["smtp", {}],
    ["smtps", { secure: true }]
  ] as const) {
    it.live(`with the certificate of another host gets neither password nor mail (${scheme})`, () =>
      Effect.gen(function* () {
        const other = certificateOf("mail.example.com")
        const { port, received } = yield* mailServer({ ...options, key: other.key, cert: other.cert })
        const error = yield* Effect.flip(send(`${scheme}://me:hush@127.0.0.1:${port}`))
        assert.deepInclude(error, { isFinal: false })
        assert.notInclude(error.detail, "hush")
        assert.isEmpty(received)
      }).pipe(Effect.scoped)
    )
  }

  it.live("with a certificate of an unknown authority is refused", () =>
    Effect.gen(function* () {
      const { port, received } = yield* mailServer()
      yield* Effect.flip(send(`smtp://127.0.0.1:${port}`, {}, { ca: makeAuthority("Another").cert }))
      assert.isEmpty(received)
    }).pipe(Effect.scoped)
  )

  it.live("that never says a word costs the time of the mail, and its connection is closed", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* rawServer(() => undefined)
      const error = yield* Effect.flip(send(`smtp://127.0.0.1:${port}`, { timeout: Duration.millis(300) }))
      assert.deepInclude(error, { isFinal: false })
      yield* Effect.repeat(Effect.sleep(5), { until: () => [...sockets].every(({ closed }) => closed) }).pipe(
        Effect.timeout("2 seconds")
      )
    }).pipe(Effect.scoped)
  )

  it.live("that sends a line without an end is left after a megabyte", () =>
    Effect.gen(function* () {
      let sent = 0
      const { port } = yield* rawServer((socket) => {
        const more = () => {
          while (!socket.destroyed && socket.write("2".repeat(65_536))) sent += 65_536
        }
        socket.on("drain", more)
        more()
      })
      const error = yield* Effect.flip(send(`smtp://127.0.0.1:${port}`))
      assert.isFalse(error.isFinal)
      assert.isBelow(sent, 32 * 1024 * 1024)
    }).pipe(Effect.scoped)
  )

  it.live("that is busy (421) may be asked again", () =>
    Effect.gen(function* () {
      const { port } = yield* rawServer((socket) => socket.end("421 Too busy\r\n"))
      const error = yield* Effect.flip(send(`smtp://127.0.0.1:${port}`))
      assert.deepInclude(error, { isFinal: false })
      assert.include(error.detail, "421")
    }).pipe(Effect.scoped)
  )

  it.live("that does not know the recipient (550) is not asked again, and its words are kept", () =>
    Effect.gen(function* () {
      const { port } = yield* mailServer({
        onRcptTo: (_, __, done) => done(Object.assign(new Error("No such user"), { responseCode: 550 }))
      })
      const error = yield* Effect.flip(send(`smtp://127.0.0.1:${port}`))
      assert.deepInclude(error, { isFinal: true })
      assert.include(error.detail, "550 No such user")
    }).pipe(Effect.scoped)
  )

  it.live("that refuses the login may be asked again: the operator may mend it", () =>
    Effect.gen(function* () {
      const { port } = yield* mailServer()
      const error = yield* Effect.flip(send(`smtp://me:wrong@127.0.0.1:${port}`))
      assert.deepInclude(error, { isFinal: false })
      assert.notInclude(error.detail, "wrong@")
    }).pipe(Effect.scoped)
  )
})

describe("the settings of mail", () => {
  const url = "smtp://me:hush@mail.example.com"
  it("name the field that is wrong, and no secret", () => {
    const cases: ReadonlyArray<readonly [Mails.MailSettings, string]> = [
      [{ url: "https://me:hush@mail.example.com", from }, "url"],
      [{ url: "mail.example.com", from }, "url"],
      [{ url: `${url}?tls=maybe`, from }, "url"],
      [{ url: "smtps://mail.example.com?tls=never", from }, "url"],
      [{ url, from: "Orbweaver" }, "from"],
      [{ url, from: "a@example.com\r\nBcc: b@example.com" }, "from"],
      [{ url, from, recipients: ["example.com"] }, "recipients"]
    ]
    for (const [settings, field] of cases) {
      try {
        Mails.readSettings(settings)
        assert.fail(`${field} was taken`)
      } catch (error) {
        assert.instanceOf(error, InvalidInput)
        assert.include(error.message, field)
        assert.notInclude(error.message, "hush")
      }
    }
  })

  it.effect("say who may be sent mail", () =>
    Effect.gen(function* () {
      const mailer = yield* Mailer
      const addresses = ["a@example.com", "B@Example.com", "a@evil-example.com", "x@other.org", "y@other.org"]
      assert.deepStrictEqual(
        addresses.map((address) => mailer?.mayReceive(address)),
        [true, true, false, true, false]
      )
    }).pipe(
      Effect.provide(
        Mails.layer({ url, from, recipients: ["@example.com", "X@other.org"] }).pipe(
          Layer.provide(Egress.Egress.layer({}))
        )
      )
    )
  )
})
