/** Runs a parser on bytes, as a scrape does. */
import type { Effect } from "effect"
import type { CaptureReason } from "@orbweaver/core/model/CaptureError"
import type { Parsed, ParseInput, Parser } from "@orbweaver/core/reading/Parser"

export const read = (
  parser: Parser,
  bytes: Uint8Array,
  more: Partial<ParseInput> = {}
): Effect.Effect<Parsed, CaptureReason> =>
  parser.parse({
    bytes,
    mediaType: parser.mediaTypes[0]!,
    charset: undefined,
    url: new URL("https://example.com/file"),
    spec: undefined,
    ...more
  })

/** What stands between the body's tags. */
export const bodyOf = ({ html }: Parsed): string => /<body>\n([\s\S]*)\n<\/body>/.exec(html)?.[1] ?? html
