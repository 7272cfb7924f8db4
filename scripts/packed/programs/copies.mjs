// The library with an Effect of its own and the packages over the application's, in one process.
import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { createRequire } from "node:module"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import * as Core from "@orbweaver/core/model/CaptureError"
import { sqlite } from "@orbweaver/storage/sqlite"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Plain from "orbweaver"
import * as PlainErrors from "orbweaver/errors"
import * as OverEffect from "orbweaver/effect"

const egress = { allowLocal: true }
const instances = {
  plain: Plain.createOrbweaver({ egress }),
  "plain, with an adapter of Effect": Plain.createOrbweaver({ egress, stores: sqlite("copies.sqlite") }),
  "plain, with a secret of Effect": Plain.createOrbweaver({ egress, webhookSecret: Redacted.make("secret") }),
  "of orbweaver/effect": OverEffect.createOrbweaver({ egress })
}
assert.notEqual(Plain.createOrbweaver, OverEffect.createOrbweaver)

// Errors are those of every copy, whichever threw them.
for (const [name, orb] of Object.entries(instances)) {
  const error = await orb.scrape("http://127.0.0.1:1/").catch((error) => error)
  for (const { CaptureError, InvalidInput } of [Plain, PlainErrors, OverEffect]) {
    assert.ok(error instanceof CaptureError, name)
    assert.ok(!(error instanceof InvalidInput), name)
  }
  assert.ok(error instanceof Core.CaptureError, name)
  assert.throws(() => orb.schedule("never", () => undefined), Plain.InvalidInput)
}
class OfApplication extends Plain.InvalidInput {}
const own = new OfApplication({ what: "name", issues: [{ path: [], message: "Missing", code: "custom" }] })
assert.ok(own instanceof OfApplication && own instanceof OverEffect.InvalidInput && own instanceof Error)
assert.ok(!(new OverEffect.InvalidInput({ what: "name", issues: [] }) instanceof OfApplication))
assert.equal(own.message, "Invalid name: Missing")

// Definitions of either run in both.
const definition = { name: "words", uses: ["markdown"], run: ({ fields }) => fields.markdown.split(/\s+/).length }
for (const { defineFormat } of [Plain, OverEffect]) {
  for (const { createOrbweaver } of [Plain, OverEffect]) {
    const orb = createOrbweaver({ egress, formats: [defineFormat(definition)] })
    assert.ok((await orb.scrape(process.env.SITE, { formats: ["words"] })).words > 40)
    await orb.close()
  }
}
// A format that is written with Effect runs on the Effect that it is written with.
const written = { name: "where", needs: [], uses: [], run: () => Effect.sync(() => ({ where: "here" })) }
const orb = Plain.createOrbweaver({ egress, formats: [written] })
assert.equal((await orb.scrape(process.env.SITE, { formats: ["where"] })).where, "here")
await orb.close()

// Values of the application's Effect in calls.
const schema = Schema.Struct({ title: Schema.String, at: Schema.optionalKey(Schema.Date) })
for (const orb of Object.values(instances)) {
  const options = { timeout: Duration.seconds(20), formats: [{ type: "json", schema }] }
  assert.deepEqual((await orb.scrape(process.env.SITE, options)).json, { title: "Hello" })
}
const keys = ApiKeys.layerStatic([{ key: "key", account: "one" }])
await assert.rejects(instances.plain.http({ keys }), /with the instance of `orbweaver\/effect`/)
assert.equal(typeof (await instances["of orbweaver/effect"].http({ keys })).fetch, "function")

for (const orb of Object.values(instances)) await orb.close()
assert.equal(createRequire(import.meta.url)("orbweaver").createOrbweaver, Plain.createOrbweaver)
for (const end of ["", "-shm", "-wal"]) rmSync(`copies.sqlite${end}`, { force: true })
