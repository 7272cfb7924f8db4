/**
 * What every `Format` must do, whatever it makes of a page: fill its own field
 * and no other, make something of a page that has it, be the same twice, leave
 * the page alone, and never throw.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Fields, Format } from "@orbweaver/core/scrape/Format"
import { makeShared, type Page } from "@orbweaver/core/reading/Page"
import { type FormatSpec, resolve, type ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"

/** A captured HTML page for tests of formats. */
export const htmlPage = (html: string, address = "https://site.test/dir/page"): Page => {
  const url = new URL(address)
  const body = new TextEncoder().encode(html)
  return {
    requested: url,
    response: { url, status: 200, headers: { "content-type": "text/html" }, body },
    mediaType: "text/html",
    content: { source: html, html, wholeIsContent: false },
    capturedAt: 0,
    shared: makeShared()
  }
}

export interface SuiteOptions {
  /** The field of the document that the format fills. */
  readonly field: string
  /** Options of the format, besides its type. */
  readonly spec?: Omit<FormatSpec, "type">
  readonly options?: ScrapeOptions
  /** Values of the formats that it uses. */
  readonly fields?: Fields
  /** HTML that has something for the format; an article with a link and a picture when absent. */
  readonly html?: string
}

const pages: Readonly<Record<string, string>> = {
  "an article": `<!doctype html><html lang="en"><head><title>Tides</title></head><body><nav><a href="/">Home</a></nav>
<main><h1>Tides</h1><p>The sea rises and falls <a href="moon">with the moon</a> twice a day, and people noticed.</p>
<img src="/tide.png" alt="Tide"></main></body></html>`,
  "an empty page": "",
  "text without tags": "just words",
  "broken markup": "<p><b>one<p>two</b><table><td>x<a href=",
  "a page of scripts": "<script>document.write('<p>no')</script><style>p{}</style>"
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every((member) => isEmpty(member)))

export const suite = (
  format: Format,
  { field, fields = {}, html = pages["an article"]!, options = {}, spec = {} }: SuiteOptions
) =>
  describe(`Format (${format.name})`, () => {
    const run = (page: Page) =>
      format.run({
        page,
        spec: { ...spec, type: format.name },
        options: resolve(options),
        wanted: [format.name],
        fields
      })

    for (const [name, html] of Object.entries(pages)) {
      it.effect(`fills ${field} and nothing else from ${name}`, () =>
        Effect.gen(function* () {
          const made = yield* run(htmlPage(html))
          for (const key of Object.keys(made)) assert.include([field, "warning", "madeBy", "metadata"], key)
        })
      )

      it.effect(`makes the same of ${name} twice`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* run(htmlPage(html)), yield* run(htmlPage(html)))
        })
      )
    }

    it.effect("makes something of a page that has it", () =>
      Effect.gen(function* () {
        const made: Readonly<Record<string, unknown>> = yield* run(htmlPage(html))
        assert.isFalse(isEmpty(made[field]), `${field} is empty: ${JSON.stringify(made)}`)
      })
    )

    it.effect("leaves the page as it was", () =>
      Effect.gen(function* () {
        const page = htmlPage(pages["an article"]!)
        const before = { ...page.content, body: [...page.response.body] }
        yield* run(page)
        assert.deepStrictEqual({ ...page.content, body: [...page.response.body] }, before)
      })
    )

    it.effect("fails typed, if at all, on a page of nonsense", () =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(run(htmlPage("\0<\uD800>".repeat(1000))))
        if (Exit.isFailure(exit)) {
          for (const reason of exit.cause.reasons) assert.strictEqual(reason._tag, "Fail")
        }
      })
    )
  })
