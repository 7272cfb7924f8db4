/** The Markdown of the page cut for retrieval (`budget/chunks`); ours, not of the contract. */
import * as Effect from "effect/Effect"
import { chunkInTurns } from "../../text/budget/chunks.ts"
import { builtInFormat, type Format } from "../Format.ts"
import { headingAnchorsOf, name as headingAnchors } from "./HeadingAnchors.ts"

export const chunks: Format = builtInFormat("chunks", {
  uses: ["markdown", headingAnchors],
  run: ({ fields }, options) =>
    Effect.map(chunkInTurns(fields.markdown ?? "", { ...options, anchors: headingAnchorsOf(fields) }), (chunks) => ({
      chunks
    }))
})
