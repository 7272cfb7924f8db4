import { assert, describe, it } from "@effect/vitest"
import * as Url from "@orbweaver/core/model/Url"
import { Effect } from "effect"

const accepted: ReadonlyArray<readonly [string, string]> = [
  ["example.com", "http://example.com/"],
  ["example.com:8080/x", "http://example.com:8080/x"],
  ["HTTP://EXAMPLE.COM", "http://example.com/"],
  ["https://example.co/a#frag", "https://example.co/a#frag"],
  ["http://localhost:3000/", "http://localhost:3000/"],
  ["http://[::1]/", "http://[::1]/"],
  ["bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"]
]

const refused: ReadonlyArray<readonly [unknown, string]> = [
  ["", "valid top-level domain"],
  [42, "valid top-level domain"],
  [undefined, "valid top-level domain"],
  ["ftp://example.com", "unsupported protocol"],
  ["file:///etc/passwd", "unsupported protocol"],
  ["javascript:alert(1)", "unsupported protocol"],
  ["mailto:a@b.com", "unsupported protocol"],
  ["https://u:p@example.com/", "Invalid URL"],
  ["http://http://example.com", "Invalid URL"],
  ["http://exa mple.com", "Invalid URL"],
  ["http://", "Invalid URL"],
  ["https:example.com", "Invalid URL"]
]

describe("an address as people type it", () => {
  for (const [input, href] of accepted) {
    it.effect(`reads ${input} as ${href}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Url.parse(input)).href, href)
      })
    )
  }

  for (const [input, message] of refused) {
    it.effect(`refuses ${JSON.stringify(input)}: ${message}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Url.parse(input))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.deepStrictEqual(error.issues[0]!.path, ["url"])
        assert.include(error.issues[0]!.message, message)
      })
    )
  }

  for (const host of ["localhost:3000", "http://127.0.0.1/", "http://[::1]/", "http://intranet/"]) {
    it.effect(`refuses ${host} where a domain is required`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Url.parse(host, { requireDomain: true, path: ["urls", 3] }))
        assert.deepStrictEqual(error.issues[0]!.path, ["urls", 3])
        assert.include(error.issues[0]!.message, "top-level domain")
      })
    )
  }
})
