/**
 * Where a Markdown text names addresses: destinations of links and images, reference definitions, autolinks, bare
 * addresses (GFM 6.9) and the `href` and `src` of tags in it. No Markdown parser: code is passed over, brackets are
 * matched within a paragraph, and that is all of the grammar that addresses need. Linear in the text; the caller may do
 * other work at each `yield`.
 */
import type { Steps } from "../support/steps.ts"

interface MarkdownAddress {
  /** The address as it is written: a range of the text. */
  readonly from: number
  readonly to: number
  readonly absolute: string
  readonly isImage: boolean
}

interface MarkdownAddresses {
  /** In the order of the text, none inside another; those that cannot be parsed are left out. */
  readonly addresses: ReadonlyArray<MarkdownAddress>
  /** How far the text was read: it ends early after 50,000 addresses. */
  readonly to: number
}

export function* markdownAddresses(text: string, url: URL): Steps<MarkdownAddresses> {
  /** Of the paragraph that is being read; none before its first backtick. */
  let closers: ReadonlyMap<number, number> | undefined
  const found: Array<MarkdownAddress> = []
  const imageLabels = new Set<string>()
  const definitions: Array<{ readonly index: number; readonly label: string }> = []
  let steps = stepsOfTurn
  const add = (range: Range, isImage: boolean): void => {
    steps -= stepsOfAddress
    const absolute = URL.parse(unescaped(text.slice(range.from, range.to)), url.href)?.href
    if (absolute !== undefined) found.push({ ...range, absolute, isImage })
  }
  let open: Array<number> = []
  let blank = -1
  let at = 0
  for (; at < text.length && found.length < maxAddresses; at++) {
    if (--steps <= 0) {
      steps = stepsOfTurn
      yield
    }
    if (at === 0 || text[at - 1] === "\n") {
      if (at > blank) {
        open = []
        closers = undefined
        blank = yield* endOfParagraph(text, at)
      }
      const fence = matchAt(fences, text, at)
      if (fence !== undefined) {
        steps -= stepsOfAddress
        at = (yield* endOfFence(text, at, fence[1]!)) - 1
        open = []
        continue
      }
      const definition = matchAt(definitionStarts, text, at)
      if (definition !== undefined) {
        const range = destinationAt(text, at + definition[0].length)
        if (range !== undefined) {
          const index = found.length
          add(range, false)
          if (found.length > index) definitions.push({ index, label: labelOf(definition[1]!) })
          at = range.to - 1
          continue
        }
      }
    }
    switch (text[at]) {
      case "\\":
        at++
        break
      case "`": {
        closers ??= codeClosers(text, at, Math.min(blank, at + maxCodeParagraph))
        const close = closers.get(at)
        while (text[at + 1] === "`") at++
        if (close !== undefined && close < blank) {
          at = close
          while (text[at + 1] === "`") at++
        }
        break
      }
      case "[":
        if (open.length < maxOpen) open.push(at)
        break
      case "]": {
        const start = open.pop()
        if (start === undefined) break
        const isImage = text[start - 1] === "!"
        const range = text[at + 1] === "(" ? destinationAt(text, at + 2) : undefined
        if (range !== undefined) {
          add(range, isImage)
          at = range.to - 1
        } else if (isImage) {
          const label = matchAt(labels, text, at + 1)?.[1] || text.slice(start + 1, Math.min(at, start + longestLabel))
          imageLabels.add(labelOf(label))
        }
        break
      }
      case "<": {
        const autolink = matchAt(autolinks, text, at)
        if (autolink !== undefined) {
          add({ from: at + 1, to: at + 1 + autolink[1]!.length }, false)
          at += autolink[0].length - 1
          break
        }
        const tag = matchAt(tags, text, at)
        if (tag === undefined) break
        const [whole, name, before, , value] = tag
        const quote = /^["']/.test(value!) ? 1 : 0
        const from = at + 1 + name!.length + before!.length
        add({ from: from + quote, to: from + value!.length - quote }, /^(?:img|source)$/i.test(name!))
        at += whole.length - 1
        break
      }
      case "h": {
        const bare = wordBefore.test(text[at - 1] ?? " ") ? undefined : matchAt(bareAddresses, text, at)
        if (bare === undefined) break
        const length = bare[0].replace(/[?!.,:*_~'"]+$/, "").length
        add({ from: at, to: at + length }, false)
        at += length - 1
        break
      }
    }
  }
  for (const { index, label } of definitions)
    if (imageLabels.has(label)) found[index] = { ...found[index]!, isImage: true }
  return { addresses: found, to: Math.min(at, text.length) }
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Addresses that are made absolute in one file. */
const maxAddresses = 50_000
/** Characters of a paragraph, from its first backtick on, in which code is separated from text. */
const maxCodeParagraph = 100_000

/** Characters looked at between two turns of the event loop; addresses count for more. */
const stepsOfTurn = 50_000
/** What an address costs, in characters. */
const stepsOfAddress = 50

/** Brackets that are open at once; more are no text of people. */
const maxOpen = 1_000
/** Characters of an address, of a tag and of a label. */
const longestAddress = 2_000
const longestLabel = 999
/** Signs of a fence that count. */
const maxFence = 1_000
/** Parentheses open in an address (CommonMark 6.3 asks for 32). */
const maxNested = 32

const fences = /(?: {0,3}|[ >*+-]{0,12})(`{3,}|~{3,})/y
const definitionStarts = /[ >]{0,6}\[((?:[^[\]\\\n]|\\.){1,999})\]:[ \t]*\n?[ \t]{0,8}/y
const labels = /\[([^[\]\n]{0,999})\]/y
const autolinks = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]{1,2000})>/iy
const tags =
  /<(a|img|source|iframe|video)(\b[^<>]{0,500}?\s(href|src)\s*=\s*)("[^"<>]{0,2000}"|'[^'<>]{0,2000}'|[^\s"'<>]{1,2000})/iy
const bareAddresses = /https?:\/\/[^\s<>()[\]`"|\\]{1,2000}/y
const wordBefore = /[\p{L}\p{N}_]/u

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

const labelOf = (label: string): string => label.trim().replaceAll(/\s+/g, " ").toLowerCase()

const unescaped = (address: string): string => address.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("&amp;", "&")

const destinationAt = (text: string, start: number): Range | undefined => {
  let from = start
  while (text[from] === " " || text[from] === "\n" || text[from] === "\t")
    if (++from - start > maxNested) return undefined
  const last = Math.min(text.length, from + longestAddress)
  if (text[from] === "<") {
    for (let at = from + 1; at < last && text[at] !== "\n" && text[at] !== "<"; at++)
      if (text[at] === ">") return at === from + 1 ? undefined : { from: from + 1, to: at }
    return undefined
  }
  let nested = 0
  let at = from
  for (; at < last; at++) {
    const sign = text[at]!
    if (sign === "\\") at++
    else if (sign <= " ") break
    else if (sign === "(" && ++nested > maxNested) return undefined
    else if (sign === ")" && --nested < 0) break
  }
  const to = Math.min(at, text.length)
  return to === from || to - from >= longestAddress ? undefined : { from, to }
}

/** Where each run of backticks of a range is closed by the next of its length (CommonMark 6.1). */
const codeClosers = (text: string, start: number, end: number): ReadonlyMap<number, number> => {
  const closers = new Map<number, number>()
  const last = new Map<number, number>()
  for (let at = text.indexOf("`", start); at >= 0 && at < end; at = text.indexOf("`", at)) {
    const from = at
    while (text[at] === "`") at++
    const before = last.get(at - from)
    if (before !== undefined) closers.set(before, from)
    last.set(at - from, from)
  }
  return closers
}

/** Where the first blank line after this begins, or the text ends. */
function* endOfParagraph(text: string, from: number): Steps<number> {
  for (let end = text.indexOf("\n", from); end >= 0; end = text.indexOf("\n", end + 1)) {
    let next = end + 1
    while (text[next] === " " || text[next] === "\t") next++
    if (next >= text.length || text[next] === "\n") return end
    yield
  }
  return text.length
}

/** Where the line after the end of a fenced block starts. */
function* endOfFence(text: string, from: number, fence: string): Steps<number> {
  const closing = new RegExp(`[ >*+-]{0,12}${fence[0]}{${Math.min(fence.length, maxFence)},}[ \\t]*(?:\n|$)`, "y")
  for (let end = text.indexOf("\n", from); end >= 0; end = text.indexOf("\n", end + 1)) {
    closing.lastIndex = end + 1
    const found = closing.exec(text)
    if (found !== null) return closing.lastIndex - (found[0].endsWith("\n") ? 1 : 0)
    yield
  }
  return text.length
}
