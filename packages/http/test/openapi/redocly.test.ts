// The OpenAPI document by the eyes of others: Redocly's linter, with its recommended rules.
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { document } from "@orbweaver/http/openapi"
import { expect, it } from "vitest"

it("Redocly finds no error in the document", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      // The console's own addresses stand beside the versions, and `/crawl/active` beside `/crawl/{id}`.
      "no-ambiguous-paths": "off",
      "info-license": "off"
    }
  })
  const problems = await lintFromString({ source: JSON.stringify(document()), config })
  const found = problems.map(({ location, message, ruleId, severity }) => ({
    severity,
    ruleId,
    message,
    at: location[0]?.pointer
  }))
  expect(found.filter(({ severity }) => severity === "error")).toEqual([])
})
