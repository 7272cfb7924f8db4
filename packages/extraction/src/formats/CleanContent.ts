/** Which blocks of a page's Markdown are no content, by a model, for `onlyCleanContent`. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { promptOf, type Tokens } from "@orbweaver/core/network/ModelClient"
import type { Cleaner } from "@orbweaver/core/scrape/CleanContent"
import { type MarkdownBlock, markdownBlocksInTurns } from "@orbweaver/core/text/MarkdownBlocks"
import { generateObject } from "../model/generateObject.ts"

export const limits = {
  /** Blocks of a page that are judged; the rest stays, which `problem` says. */
  blocks: 1_000,
  /** Blocks in one question. */
  atOnce: 100,
  /** Questions at once. */
  concurrency: 3,
  /** Characters of a block that the model sees. */
  shown: 200
} as const

const Answer = Schema.Struct({
  remove: Schema.Array(Schema.Int).check(Schema.isMaxLength(limits.atOnce))
})

const instructions =
  "The page is given as numbered blocks, each cut short. Which of them are not its content: menus, cookie notices, advertisements, prompts to subscribe or share, links to other articles, footers? Answer with their numbers in remove. Keep everything that a reader came for, titles and tables included; when in doubt, keep. An empty list where all is content."

/** Asks the model about blocks by number, so that what stays is the page's own text. */
export const cleanContent =
  (model: LanguageModel): Cleaner =>
  (markdown) =>
    Effect.gen(function* () {
      const blocks = yield* markdownBlocksInTurns(markdown)
      const judged = blocks.slice(0, limits.blocks)
      const questions = Array.from({ length: Math.ceil(judged.length / limits.atOnce) }, (_, index) =>
        judged.slice(index * limits.atOnce, (index + 1) * limits.atOnce)
      )
      const answers = yield* Effect.forEach(questions, (some) => unwanted(model, some), {
        concurrency: limits.concurrency
      })
      const removed = new Set(answers.flatMap(({ blocks }) => blocks))
      const tokens = answers.reduce<Tokens>(
        (sum, { tokens: { input, output } }) => ({ input: sum.input + input, output: sum.output + output }),
        { input: 0, output: 0 }
      )
      const failure = answers.find(({ problem }) => problem !== undefined)?.problem
      const unread = blocks.length > judged.length ? `the model judged the first ${limits.blocks} blocks.` : undefined
      if (removed.size > 0 && removed.size === blocks.length) {
        return { markdown, problem: "the model would have left nothing of the page.", tokens }
      }
      return { markdown: without(markdown, removed), problem: failure ?? unread, tokens }
    })

const unwanted = Effect.fnUntraced(function* (model: LanguageModel, blocks: ReadonlyArray<MarkdownBlock>) {
  const page = blocks
    .map(({ kind, text }, index) => `[${index + 1}] ${kind}: ${text.replace(/\s+/g, " ").slice(0, limits.shown)}`)
    .join("\n")
  const messages = promptOf({ format: "onlyCleanContent", instructions, page })
  const { result, tokens } = yield* generateObject(model, { format: "onlyCleanContent", messages, schema: Answer })
  if (Result.isFailure(result)) return { blocks: [], problem: `${result.failure.detail}.`, tokens }
  return { blocks: blocks.filter((_, index) => result.success.remove.includes(index + 1)), problem: undefined, tokens }
})

/** The lines between two blocks go with the first. */
const without = (markdown: string, removed: ReadonlySet<MarkdownBlock>): string => {
  if (removed.size === 0) return markdown
  const pieces: Array<string> = []
  let from = 0
  for (const { end, start } of removed) {
    pieces.push(markdown.slice(from, start))
    from = end + (/^\s*\n/.exec(markdown.slice(end, end + 100))?.[0].length ?? 0)
  }
  pieces.push(markdown.slice(from))
  return pieces.join("").trim()
}
