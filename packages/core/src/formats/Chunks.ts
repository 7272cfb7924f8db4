/** The Markdown of the page cut for retrieval (`budget/chunks`); ours, not of the contract. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Chunk, type ChunkOptions, chunksOf } from "../budget/chunks.ts"
import { leastTokens } from "../budget/pack.ts"
import { type Format, FormatError } from "../Format.ts"

const Options = Schema.Struct({
  /** Most tokens of a chunk, as estimated; 512 when absent. */
  maxTokens: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: leastTokens, maximum: 100_000 })))
})

const decode = Schema.decodeUnknownEffect(Options)

export const chunks: Format = {
  name: "chunks",
  needs: [],
  uses: ["markdown"],
  options: Options,
  run: ({ fields: { markdown = "" }, spec }) =>
    decode(spec).pipe(
      Effect.mapError((cause) => new FormatError({ format: "chunks", detail: cause.message, cause })),
      Effect.flatMap((options) => inTurns(markdown, options)),
      Effect.map((chunks) => ({ chunks }))
    )
}

/** Chunks made in one turn of the event loop. */
const turn = 500

const inTurns = Effect.fnUntraced(function* (markdown: string, options: ChunkOptions) {
  const made: Array<Chunk> = []
  for (const chunk of chunksOf(markdown, options)) {
    made.push(chunk)
    if (made.length % turn === 0) yield* Effect.yieldNow
  }
  return made
})
