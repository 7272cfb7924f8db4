import { assert, describe, it } from "@effect/vitest"
import { highlightsOf } from "@orbweaver/core/internal/text/highlight"
import { Effect } from "effect"

const page = `# Spiders

Spiders are found on every continent but one.

## Webs

Orb weavers build round webs of silk, and take them down every evening.

## Food

Most of them eat insects that fly into the webs of the orb weavers at night.

- Wasps are left alone
`

describe("highlights of a page", () => {
  it.effect("are the passages that speak to the query, in the order of the page", () =>
    Effect.gen(function* () {
      const found = yield* highlightsOf(page, "orb weavers webs insects night")
      assert.strictEqual(
        found,
        [
          "Orb weavers build round webs of silk, and take them down every evening.",
          "Most of them eat insects that fly into the webs of the orb weavers at night."
        ].join("\n\n")
      )
    })
  )

  it.effect("leave out what only shares a common word, and are none where no word stands", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* highlightsOf(page, "wasps left alone"), "Wasps are left alone")
      assert.isUndefined(yield* highlightsOf(page, "submarines"))
      assert.isUndefined(yield* highlightsOf("", "webs"))
    })
  )

  it.effect("are no longer than a description, however long the page is", () =>
    Effect.gen(function* () {
      const long = Array.from({ length: 500 }, (_, at) => `Webs ${"of silk ".repeat(40)} number ${at}.`).join("\n\n")
      const found = yield* highlightsOf(long, "webs of silk")
      assert.isBelow(found!.length, 1_010)
    })
  )
})
