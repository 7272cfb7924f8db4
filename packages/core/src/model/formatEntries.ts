/**
 * The table of built-in formats: everything about a format except the code that makes it (`scrape/Format.ts`): its
 * budget, whether files have it, and who offers it. Budgets, files, v1 and MCP read this table; a format of somebody
 * else has no entry and is treated as `{ cut: "plain", files: "always" }`.
 */

export interface FormatEntry {
  /**
   * Where a budget may cut its texts: between the blocks of Markdown, between the tags of HTML, or between
   * words. `whole` is given whole or left out; a `picture` takes no tokens either. Lists are cut between their
   * items unless the format is whole, and other values are always whole.
   */
  readonly cut: "markdown" | "html" | "plain" | "whole" | "picture"
  /** Whether files have it. `never`: a browser makes it; `withAddress`: only a file with an address of its own. */
  readonly files: "always" | "never" | "withAddress"
  /** Whether v1 has it under this name. */
  readonly v1: boolean
  /** Whether assistants ask for it by its name alone (MCP), and get text. */
  readonly byName: boolean
}

export const formatEntries = {
  markdown: { cut: "markdown", files: "always", v1: true, byName: true },
  html: { cut: "html", files: "always", v1: true, byName: true },
  rawHtml: { cut: "html", files: "always", v1: true, byName: true },
  links: { cut: "plain", files: "always", v1: true, byName: true },
  images: { cut: "plain", files: "always", v1: false, byName: true },
  screenshot: { cut: "picture", files: "never", v1: true, byName: false },
  json: { cut: "whole", files: "always", v1: true, byName: false },
  summary: { cut: "plain", files: "always", v1: true, byName: true },
  changeTracking: { cut: "plain", files: "withAddress", v1: true, byName: false },
  attributes: { cut: "plain", files: "always", v1: false, byName: false },
  mainContentReport: { cut: "plain", files: "always", v1: false, byName: false },
  branding: { cut: "whole", files: "never", v1: false, byName: true },
  question: { cut: "plain", files: "always", v1: false, byName: false },
  query: { cut: "plain", files: "always", v1: false, byName: false },
  highlights: { cut: "plain", files: "always", v1: false, byName: false },
  product: { cut: "whole", files: "always", v1: false, byName: true },
  menu: { cut: "whole", files: "always", v1: false, byName: true },
  chunks: { cut: "plain", files: "always", v1: false, byName: true }
} as const satisfies Readonly<Record<string, FormatEntry>>

type Entries = typeof formatEntries
type NamesWith<Member extends "v1" | "byName"> = {
  [Name in keyof Entries]: Entries[Name][Member] extends true ? Name : never
}[keyof Entries]

/** What jobs ask of every page to find its links; never a format that a caller asked for. */
export const discoveredName = "discovered"

const names = Object.keys(formatEntries) as ReadonlyArray<keyof Entries>

/** Formats that v1 has under their own names. */
export const formatsInV1 = names.filter((name) => formatEntries[name].v1) as ReadonlyArray<NamesWith<"v1">>

/** Formats that need no options and give text. */
export const formatsByName = names.filter((name) => formatEntries[name].byName) as ReadonlyArray<NamesWith<"byName">>

const others: FormatEntry = { cut: "plain", files: "always", v1: false, byName: false }

export const formatEntry = (name: string): FormatEntry =>
  Object.hasOwn(formatEntries, name) ? formatEntries[name as keyof Entries] : others

/** Whether a file has this format; `url` is the address that it came from. */
export const hasFormat = (name: string, url: string | undefined): boolean => {
  const { files } = formatEntry(name)
  return files === "always" || (files === "withAddress" && url !== undefined)
}
