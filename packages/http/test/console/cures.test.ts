// What to do about a page follows from what happened to it, not from the words of its error.
import { assert, it } from "@effect/vitest"
import { CaptureReason, entryOfReason } from "@orbweaver/core/model/CaptureError"
import { cureOfFailure, cureOfStatus } from "../../src/console/cures.ts"

const unknown = cureOfFailure({})

it("every reason of a capture has a cure of its own, also those that share a code", () => {
  const causes = CaptureReason.members.map(({ fields }) => fields._tag.schema.literal)
  const cures = causes.map((cause) => cureOfFailure({ cause, code: entryOfReason(cause).code }))
  assert.lengthOf(new Set([unknown, ...cures]), causes.length + 1)
  assert.match(cureOfFailure({ cause: "TooManyRedirects", code: "SCRAPE_SITE_ERROR" }), /redirects in a loop/)
})

it("a failure that is none of a capture is cured by its code", () => {
  assert.match(cureOfFailure({ code: "ROBOTS" }), /robots\.txt/)
  assert.match(cureOfFailure({ code: "MODEL_UNAVAILABLE" }), /language model/)
})

it("a cause of a newer version, a name of every object, and a code alone lead to the log", () => {
  assert.strictEqual(cureOfFailure({ cause: "NotThoughtOf" }), unknown)
  assert.strictEqual(cureOfFailure({ cause: "constructor", code: "toString" }), unknown)
  assert.strictEqual(cureOfFailure({ code: "SCRAPE_SITE_ERROR" }), unknown)
})

it("an error page is cured by its status", () => {
  assert.match(cureOfStatus(404), /gone/)
  assert.match(cureOfStatus(403), /refuses/)
  assert.match(cureOfStatus(429), /patience/)
  assert.match(cureOfStatus(500), /fault/)
  assert.match(cureOfStatus(599), /fault/)
  assert.match(cureOfStatus(418), /does not accept the request/)
})
