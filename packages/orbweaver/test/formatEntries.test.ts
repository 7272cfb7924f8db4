// Every format that can be asked for has its one entry, which budgets, files, v1 and MCP read.
import { formatEntries, formatsByName, formatsInV1 } from "@orbweaver/core/model/formatEntries"
import { Formats } from "@orbweaver/core/scrape/Format"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { internalNames } from "../src/options/formats.ts"
import { layer } from "../src/Services.ts"

it("every format has one entry, and every entry a format", async () => {
  const names = await Effect.runPromise(
    Effect.provide(
      Formats.use(({ names }) => Effect.succeed(names)),
      layer()
    )
  )
  expect(names.filter((name) => !internalNames.includes(name)).toSorted()).toEqual(
    Object.keys(formatEntries).toSorted()
  )
})

it("assistants and v1 are offered the formats of the entries", () => {
  expect(formatsByName).toEqual("markdown html rawHtml links images summary branding product menu chunks".split(" "))
  expect(formatsInV1).toEqual("markdown html rawHtml links screenshot json summary changeTracking".split(" "))
})
