import { describe, expect, it } from "vitest"
import { attemptsOn, runtimes } from "./runtimes/run.ts"

describe("on every runtime", { concurrent: false }, () => {
  for (const runtime of runtimes) {
    it(`no way out reaches what the policy forbids: ${runtime}`, async () => {
      const rows = await attemptsOn(runtime)
      expect(rows.map(({ wayOut }) => wayOut)).toEqual([
        "services (fetch)",
        "webhooks",
        "pages (undici)",
        "pages (got-scraping)",
        "pages (impit)",
        "proxy (GET)",
        "proxy (CONNECT)"
      ])
      for (const row of rows) {
        expect(row.forbidden).toBeGreaterThan(150)
        expect(row).toMatchObject({ refused: row.forbidden, reached: 0, serves: true, closes: true })
      }
    })
  }
})
