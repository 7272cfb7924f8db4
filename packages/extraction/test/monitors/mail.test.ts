// Who is sent mail about a check, what it says, and what becomes of one that is not taken. The mail server is a record.
import { assert, describe, it } from "@effect/vitest"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import { type Mail, MailFailed, type MailerService } from "@orbweaver/core/jobs/Mailer"
import { JobId } from "@orbweaver/core/model/Job"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { scriptedModel } from "@orbweaver/testing/doubles/scripted"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { at, check, create, pages, tracked, webhook, withMonitors, type World } from "./world.ts"

/** Takes what `refusals` does not name, and keeps it. */
const mailbox = (refusals: Record<string, MailFailed> = {}) => {
  const taken: Array<Mail> = []
  const tried: Array<string> = []
  const mailer: MailerService = {
    mayReceive: (address) => !address.endsWith("@elsewhere.com"),
    send: (mail) =>
      Effect.suspend(() => {
        tried.push(mail.to)
        const refusal = refusals[mail.to]
        if (refusal !== undefined) return Effect.fail(refusal)
        taken.push(mail)
        return Effect.void
      })
  }
  return { mailer, refusals, taken, tried }
}

/** Monitors of a process that runs, with a mailbox. */
const withMailbox = <A, E>(
  body: (box: ReturnType<typeof mailbox>, world: World) => Effect.Effect<A, E, Monitors | JobStores | Ledger>
) => {
  const box = mailbox()
  return withMonitors(({ world }, running) => Effect.provide(body(box, world), running), { mailer: box.mailer })
}

const mailTo = (...recipients: ReadonlyArray<string>) => ({ notification: { email: { recipients } } })

const diff = "@@ -1 +1 @@\n-Small: 9 €\n+Small: <b>10 €</b>"

describe("a mail about a check", () => {
  it.effect("goes to each recipient once, and says what changed, why it matters, and where", () =>
    Effect.gen(function* () {
      const { mailer, taken } = mailbox()
      const change = { type: "changed", before: "Small: 9 €", after: "Small: <b>10 €</b>", reason: "dearer" }
      const dearer = { meaningful: true, confidence: "high", reason: "1 € more & <more>", changes: [change] }
      const nothing = { meaningful: false, confidence: "high", reason: "A counter", changes: [] }
      const { model } = yield* scriptedModel((prompt) => (prompt.includes(at("b")) ? nothing : dearer))
      yield* withMonitors(
        ({ world }, running) =>
          Effect.gen(function* () {
            for (const path of ["a?x=1&y=2", "b"]) world.web[at(path)] = tracked("changed", diff)
            world.web[at("c")] = tracked("same")
            const { id } = yield* create([pages("a?x=1&y=2", "b", "c")], {
              goal: "dearer plans",
              ...mailTo("one@example.com", "two@example.com", "ONE@example.com")
            })
            const found = yield* check(id)
            assert.deepStrictEqual(
              taken.map(({ to }) => to),
              ["ONE@example.com", "two@example.com"]
            )
            const [{ html, subject, text } = { html: "", subject: "", text: "" }] = taken
            assert.strictEqual(subject, "m: 1 changed")
            assert.include(
              text,
              `Changed: ${at("a?x=1&y=2")}\n  1 € more & <more>\n  - Small: 9 €\n  + Small: <b>10 €</b>`
            )
            assert.notInclude(text, at("b"))
            assert.include(text, `Check ${found.id} of the monitor ${id}.`)
            assert.include(html, `<a href="${at("a?x=1&amp;y=2")}">`)
            assert.include(html, "<p>1 € more &amp; &lt;more&gt;</p>")
            assert.notInclude(html, "<b>")
            assert.deepStrictEqual(found.notificationStatus, { delivered: 2, failed: 0 })
          }).pipe(Effect.provide(running)),
        { judge: model, mailer }
      )
    })
  )

  it.effect("is not sent where nothing is reported, nor for what is new in the first check", () =>
    withMailbox(({ taken }, world) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("new")
        world.web[at("b")] = tracked("same")
        const { id } = yield* create([pages("a", "b")], mailTo("one@example.com"))
        assert.deepStrictEqual((yield* check(id)).notificationStatus, { delivered: 0, failed: 0 })
        assert.isEmpty(taken)
        world.web[at("c")] = tracked("new")
        yield* Monitors.use((monitors) => monitors.update(id, { targets: [pages("b", "c")] }))
        yield* check(id)
        assert.deepStrictEqual(
          taken.map(({ subject }) => subject),
          ["m: 1 new"]
        )
      })
    )
  )

  it.effect("has the lines that differ where they are asked for, and only their beginning", () =>
    withMailbox(({ taken }, world) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("changed", `+first\n${"+long\n".repeat(2000)}`)
        const email = { recipients: ["one@example.com"], includeDiffs: true }
        const { id } = yield* create([pages("a")], { notification: { email } })
        yield* check(id)
        assert.include(taken[0]?.text, "+first")
        assert.include(taken[0]?.text, "[…]")
        assert.isBelow(taken[0]?.text.length ?? Infinity, 5000)
      })
    )
  )

  it.effect("is sent again to the recipient whose server was busy, with the same id, and to nobody else", () =>
    withMailbox(({ refusals, taken, tried }, world) =>
      Effect.gen(function* () {
        refusals["two@example.com"] = new MailFailed({ detail: "421 Busy", isFinal: false })
        world.web[at("a")] = tracked("changed", diff)
        const { id } = yield* create([pages("a")], mailTo("one@example.com", "two@example.com"))
        yield* check(id)
        assert.sameMembers(tried, ["one@example.com", "two@example.com"])
        delete refusals["two@example.com"]
        yield* TestClock.adjust("2 minutes")
        assert.deepStrictEqual(
          taken.map(({ to }) => to),
          ["one@example.com", "two@example.com"]
        )
        assert.strictEqual(new Set(taken.map((mail) => mail.id)).size, 2)
      })
    )
  )

  it.effect("is given up at once where the server refuses it for good", () =>
    withMailbox(({ refusals, tried }, world) =>
      Effect.gen(function* () {
        refusals["one@example.com"] = new MailFailed({ detail: "550 No such user", isFinal: true })
        world.web[at("a")] = tracked("changed", diff)
        const { id } = yield* create([pages("a")], { ...mailTo("one@example.com"), webhook })
        const found = yield* check(id)
        yield* TestClock.adjust("50 minutes")
        assert.deepStrictEqual(tried, ["one@example.com"])
        const after = yield* Monitors.use((monitors) => monitors.check(id, found.id))
        assert.deepStrictEqual(after.notificationStatus, { delivered: 2, failed: 1 })
        const dead = yield* WebhookOutbox.use((outbox) => outbox.dead(JobId.make(found.id)))
        assert.deepStrictEqual(
          dead.map(({ reason }) => reason),
          ["550 No such user"]
        )
      })
    )
  )
})

describe("a monitor with mail", () => {
  it.effect("shows its recipients as the official clients know them, until they are taken back", () =>
    withMailbox(() =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        const made = yield* create([pages("a")], mailTo("one@example.com"))
        assert.deepStrictEqual(made.notification, { email: { recipients: ["one@example.com"] } })
        assert.deepStrictEqual(made.emailRecipientSubscriptions, [
          { email: "one@example.com", status: "confirmed", source: "team" }
        ])
        const off = { notification: { email: { enabled: false, recipients: ["one@example.com"] } } }
        assert.notProperty(yield* monitors.update(made.id, off), "emailRecipientSubscriptions")
        assert.isNull((yield* monitors.update(made.id, { notification: null })).notification)
      })
    )
  )

  it.effect("is refused for what is no address, or may be sent no mail, by its place in the list", () =>
    withMailbox(() =>
      Effect.gen(function* () {
        const wrong = [
          "somebody",
          "a@b@example.com",
          "a@example.com\r\nBcc: b@example.com",
          "a@example.com, b@example.com",
          "Somebody <a@example.com>",
          `"a b"@example.com`,
          "a@[127.0.0.1]",
          "a@localhost",
          `${"a".repeat(65)}@example.com`,
          "a@elsewhere.com"
        ]
        for (const recipient of wrong) {
          const error = yield* Effect.flip(create([pages("a")], mailTo("one@example.com", recipient)))
          assert.include(error.message, "notification.email.recipients.1", recipient)
        }
        const many = Array.from({ length: 26 }, (_, index) => `a${index}@example.com`)
        assert.include((yield* Effect.flip(create([pages("a")], mailTo(...many)))).message, "recipients")
        const none = { notification: { email: { enabled: true } } }
        assert.include((yield* Effect.flip(create([pages("a")], none))).message, "at least one recipient")
      })
    )
  )

  it.effect("is refused by a server without a mail server, by the name of the option", () =>
    withMonitors(() =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(create([pages("a")], mailTo("one@example.com")))
        assert.include(error.message, "no mail server (`mail`)")
        const off = { notification: { email: { enabled: false, recipients: ["one@example.com"] } } }
        assert.notProperty(yield* create([pages("a")], off), "warning")
      })
    )
  )
})
