/**
 * Finds the code blocks of every page, of the READMEs and of the guides for contributors, as a renderer of Markdown does.
 *
 * A block runs unless a comment above it says why not: `<!-- no-run: installs from the registry -->`. Such a program is still
 * compiled, unless the comment is `<!-- no-check: … -->`, for packages that are not here. The reason stands in a comment
 * because the info string of a fence may hold no backtick (CommonMark 0.31, 4.5). A comment may also give what the block
 * takes for granted, which readers do not see: `<!-- setup … -->`, and what it prints, as a regular expression:
 * `<!-- prints … -->`. A block of `output` below it is all that it prints, written by `npm run docs:outputs`. A program that
 * uses `orb` without making it gets an instance.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import MarkdownIt from "markdown-it"

export const root = resolve(import.meta.dirname, "../..")

export type Kind = "program" | "shell" | "json" | "text"

/** What a block prints, as the page shows it. */
export interface Output {
  /** Line of its first line, from 1. */
  readonly line: number
  readonly text: string
}

export interface Block {
  readonly file: string
  /** Line of its first line of code, from 1. */
  readonly line: number
  /** As it stands behind the fence, such as `ts`. */
  readonly language: string
  readonly kind: Kind
  readonly code: string
  readonly setup: string
  readonly prints: RegExp | undefined
  /** The block of `output` below it. */
  readonly output: Output | undefined
  /** Why it does not run. */
  readonly noRun: string | undefined
  /** Whether a program is compiled; one that is not run may still be. */
  readonly checked: boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  ts: "program",
  js: "program",
  mjs: "program",
  sh: "shell",
  bash: "shell",
  json: "json"
}

/** Fences that are no code, or are checked elsewhere. */
const texts = new Set(["", "text", "mermaid", "md", "markdown", "html", "ini", "dockerfile", "yaml", "http", "diff"])

const markdown = new MarkdownIt({ html: true })

const comment = (before: string, name: string): string | undefined =>
  new RegExp(`^<!-- ${name}:?\\s([\\s\\S]*?)\\s*-->$`, "m").exec(before)?.[1]

export const blocksOf = (file: string, text: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  /** Comments that end on the line above the next token. */
  let comments = ""
  let end = 0
  for (const { content, info, map, type } of markdown.parse(text, {})) {
    if (map !== null && map[0] !== end) comments = ""
    if (map !== null) end = map[1]
    if (type === "html_block") comments += content
    if (type !== "fence") continue
    const line = map![0] + 2
    // The label of a tab may stand behind the language.
    const [language = "", ...words] = info
      .trim()
      .replace(/\s+\[[^\]]+\]$/, "")
      .split(/\s+/)
    if (words.length > 0) {
      throw new Error(
        `${file}:${line} has "${words.join(" ")}" behind its language: write \`<!-- no-run: the reason -->\` above it`
      )
    }
    if (language === "output") {
      const above = blocks.pop()
      if (above === undefined || above.output !== undefined || above.noRun !== undefined)
        throw new Error(`${file}:${line} is the output of no block that runs`)
      blocks.push({ ...above, output: { line, text: content } })
      continue
    }
    const kind = kinds[language] ?? (texts.has(language) ? "text" : undefined)
    if (kind === undefined)
      throw new Error(
        `${file}:${line} is a block of "${language}", which nothing here can run: docs/blocks/extract.ts lists the others`
      )
    const noCheck = comment(comments, "no-check")
    const prints = comment(comments, "prints")
    blocks.push({
      file,
      line,
      language,
      kind,
      code: content,
      setup: comment(comments, "setup") ?? "",
      prints: prints === undefined ? undefined : new RegExp(prints),
      output: undefined,
      noRun: comment(comments, "no-run") ?? noCheck,
      checked: noCheck === undefined
    })
    comments = ""
  }
  return blocks
}

/** Lines that look like the fence of a block, but that a renderer shows as text, or that nothing closes. */
export const strayFences = (file: string, text: string): ReadonlyArray<string> => {
  const lines = text.split("\n")
  const fences = markdown.parse(text, {}).filter(({ type }) => type === "fence")
  const isFence = (line: string) => /^\s*(?:`{3}|~{3})/.test(line)
  const shown = lines.flatMap((line, at) =>
    isFence(line) && !fences.some(({ map }) => at >= map![0] && at < map![1])
      ? [`${file}:${at + 1} opens no block`]
      : []
  )
  const open = fences.filter(({ map }) => map![1] - map![0] < 2 || !isFence(lines[map![1] - 1]!))
  return [...shown, ...open.map(({ map }) => `${file}:${map![0] + 1} is never closed`)]
}

const markdownIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".md") && !/node_modules|\.vitepress|^docs\/reference\/modules/.test(file))

/** Every file whose blocks are tried. */
export const files = (): ReadonlyArray<string> =>
  [
    "README.md",
    "CONTRIBUTING.md",
    "AGENTS.md",
    ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`),
    ...markdownIn("docs")
  ].toSorted()

export const allBlocks = (): ReadonlyArray<Block> =>
  files().flatMap((file) => blocksOf(file, readFileSync(join(root, file), "utf8")))

/** Every text between backticks in a sentence or a table, with the line of its paragraph or row, from 1. */
export const inlineCode = (text: string): ReadonlyArray<{ readonly line: number; readonly text: string }> => {
  let line = 1
  return markdown.parse(text, {}).flatMap(({ children, map }) => {
    if (map !== null) line = map[0] + 1
    return (children ?? []).flatMap(({ content, type }) => (type === "code_inline" ? [{ line, text: content }] : []))
  })
}
