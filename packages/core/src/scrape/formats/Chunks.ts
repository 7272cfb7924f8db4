/** The Markdown of the page cut for retrieval (`budget/chunks`); ours, not of the contract. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { chunkInTurns } from "../../text/budget/chunks.ts"
import { minTokens } from "../../text/budget/pack.ts"
import { type Format } from "../Format.ts"
import { headingAnchorsOf, name as headingAnchors } from "./HeadingAnchors.ts"
import { FormatError } from "../../model/FormatError.ts"

const Options = Schema.Struct({
  /** Most tokens of a chunk, as estimated; 512 when absent. */
  maxTokens: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: minTokens, maximum: 100_000 })))
})

const decode = Schema.decodeUnknownEffect(Options)

export const chunks: Format = {
  name: "chunks",
  needs: [],
  uses: ["markdown", headingAnchors],
  options: Options,
  run: ({ fields, spec }) =>
    decode(spec).pipe(
      Effect.mapError((cause) => new FormatError({ format: "chunks", detail: cause.message, cause })),
      Effect.flatMap((options) =>
        chunkInTurns(fields.markdown ?? "", { ...options, anchors: headingAnchorsOf(fields) })
      ),
      Effect.map((chunks) => ({ chunks }))
    )
}
