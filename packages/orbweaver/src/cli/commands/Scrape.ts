/** `orbweaver scrape URL`: one page to stdout or a file; everything else goes to stderr. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { decode, type ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import { pageFlags, pageLayer, storeFlags } from "../settings/adapters.ts"
import { userCache } from "../stores/cache.ts"
import { content, documentFlags, json, noteBesides, write } from "../flags/document.ts"
import { codes, Exit, mapExit, usage } from "../output/exit.ts"
import { argument, duration, optionalText } from "../flags/flags.ts"
import { formatsOf, understandingFlags } from "../flags/formats.ts"
import { filesIn, pdfOf, pictureFlags, withPdf, withPicture, writesPdf } from "../flags/pictures.ts"
import { note } from "../output/print.ts"
import { read as storesOf } from "../stores/stores.ts"
import { visitFlags, visitOf } from "../flags/visit.ts"

export const scrape = Command.make(
  "scrape",
  {
    url: argument("url", "URL of the page; http:// if no scheme is given"),
    ...documentFlags,
    maxAge: duration("max-age").pipe(
      Flag.withDescription("Accept a page cached on this disk up to this age, and cache the page"),
      Flag.optional
    ),
    maxTokens: Flag.Int("max-tokens").pipe(
      Flag.withDescription("Maximum number of tokens of the text; the cursor to the rest is printed on stderr"),
      Flag.optional
    ),
    cursor: optionalText("cursor", "Cursor to continue from, with --max-tokens"),
    ...visitFlags,
    ...pictureFlags,
    ...understandingFlags,
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const formats = yield* withPicture(yield* formatsOf(input), input)
    const isPdf = yield* writesPdf(formats, input)
    const given = yield* mapExit(
      decode({
        ...(formats.length > 0 && !isPdf ? { formats } : {}),
        ...(yield* visitOf(input)),
        // A command that is run again says what the page says now, unless it is asked for less.
        maxAge: Duration.toMillis(Option.getOrElse(input.maxAge, () => Duration.zero)),
        ...(yield* budgetOf(input))
      })
    )
    const options = isPdf ? yield* withPdf(given) : given
    const { stores } = yield* storesOf(input, undefined)
    if (stores === undefined && options.formats?.some((format) => typeOf(format) === "changeTracking")) {
      yield* note("changeTracking compares with the pages in --data or --database: without a store every page is new")
    }
    const kept = {
      // What a store keeps can be found there later.
      ...(stores === undefined ? {} : { stores, index: undefined }),
      ...(Option.exists(input.maxAge, Duration.isPositive) ? { cache: yield* userCache } : {}),
      ...(Option.isSome(input.files) ? { blobs: yield* filesIn(input.files.value) } : {})
    }
    const { document } = yield* Scraper.use((scraper) => scraper.scrape(input.url, options)).pipe(
      mapExit,
      Effect.provide(pageLayer(input, kept))
    )
    const text = isPdf
      ? yield* pdfOf(document)
      : input.json
        ? json(document)
        : content(document, options.formats ?? ["markdown"])
    yield* write(text, input.output)
    yield* noteBesides(document, input)
    const left = document.metadata.budget?.cursor
    if (left !== undefined) yield* note(`more follows: --cursor ${left}`)
    const { error, statusCode } = document.metadata
    if (statusCode >= 400) {
      return yield* new Exit({ code: codes.errorPage, text: `the page answered ${statusCode} ${error ?? ""}`.trim() })
    }
  })
).pipe(
  Command.withDescription("Turn one page into Markdown, HTML, links or data"),
  Command.withExamples([
    { command: "orbweaver scrape https://example.com", description: "Markdown of the main content" },
    { command: "orbweaver scrape https://example.com -f links", description: "One link a line" },
    {
      command: "orbweaver scrape https://example.com --question 'Who runs it?'",
      description: "An answer, with quotes"
    },
    {
      command: "orbweaver scrape https://example.com -f markdown --full-page --files shots/",
      description: "The text, and a screenshot of the whole page"
    },
    { command: "orbweaver scrape https://example.com -o page.pdf", description: "The page as a PDF" },
    {
      command: `orbweaver scrape https://example.com --actions '[{"type":"click","selector":"#more"}]'`,
      description: "The page after a click"
    },
    {
      command: "orbweaver scrape http://localhost:8080/ --allow-local --json",
      description: "A page of this machine, as a whole document"
    }
  ])
)

const typeOf = (format: string | { readonly type: string }): string =>
  typeof format === "string" ? format : format.type

const budgetOf = Effect.fnUntraced(function* ({
  cursor,
  maxTokens
}: {
  readonly maxTokens: Option.Option<number>
  readonly cursor: Option.Option<string>
}): Effect.fn.Return<Pick<ScrapeOptions, "budget">, Exit> {
  if (Option.isSome(maxTokens)) {
    return { budget: { maxTokens: maxTokens.value, ...(Option.isSome(cursor) ? { cursor: cursor.value } : {}) } }
  }
  return Option.isSome(cursor) ? yield* usage("--cursor needs --max-tokens") : {}
})
