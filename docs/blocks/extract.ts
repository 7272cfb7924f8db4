/**
 * Finds the code blocks of every page, of the READMEs and of the guides for contributors.
 *
 * A block runs unless its first line says why not: ```` ```sh no-run: installs from the registry````. Such a program is still
 * compiled, unless it says `no-check:` with the reason, for packages that are not here. A comment before it
 * may give what it takes for granted, which readers do not see: `<!-- setup … -->`, and what it prints, as a regular
 * expression: `<!-- prints … -->`. A program that uses `orb` without making it gets an instance.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../..")

export type Kind = "program" | "shell" | "json" | "text"

export interface Block {
  readonly file: string
  /** Line of its first line of code, from 1. */
  readonly line: number
  readonly kind: Kind
  readonly code: string
  readonly setup: string
  readonly prints: RegExp | undefined
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

const fence = /((?:^<!-- (?:setup|prints)[\s\S]*?-->\n)*)^( *)```([^\n]*)\n([\s\S]*?)^ *```$/gm

const comment = (before: string, name: string): string | undefined =>
  new RegExp(`^<!-- ${name}\\s([\\s\\S]*?)\\s*-->$`, "m").exec(before)?.[1]

export const blocksOf = (file: string, text: string): ReadonlyArray<Block> =>
  [...text.matchAll(fence)].map(({ 0: whole, 1: before = "", 2: indent = "", 3: info = "", 4: code = "", index }) => {
    const language = /^\S*/.exec(info)![0]
    const kind = kinds[language] ?? (texts.has(language) ? "text" : undefined)
    const line = text.slice(0, index + whole.indexOf("```")).split("\n").length + 1
    if (kind === undefined)
      throw new Error(
        `${file}:${line} is a block of "${language}", which nothing here can run: docs/blocks/extract.ts lists the others`
      )
    const noRun = /\bno-(?:run|check):\s*(.+?)\s*$/.exec(info)?.[1]
    if (noRun === undefined && /\bno-(?:run|check)\b/.test(info)) {
      throw new Error(`${file}:${line} does not say why it is not run: write \`no-run: the reason\``)
    }
    const prints = comment(before, "prints")
    return {
      file,
      line,
      kind,
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      setup: comment(before, "setup") ?? "",
      prints: prints === undefined ? undefined : new RegExp(prints),
      noRun,
      checked: !/\bno-check:/.test(info)
    }
  })

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
