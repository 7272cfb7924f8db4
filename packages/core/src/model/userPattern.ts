/**
 * Regular expressions that users write, run by an engine whose time is linear
 * in the text (RE2), so that no pattern can stall a crawl.
 *
 * The syntax is JavaScript's without look-around and back-references, which no
 * linear engine has: they are refused with the engine's message.
 */
import { RE2JS, RE2JSException } from "re2js"

/** Longest pattern, in characters. */
export const maxPatternLength = 1000
/** Largest compiled pattern, in instructions: what a long address may cost grows with it. */
const maxProgram = 1000
/** Most patterns of one list. */
export const maxPatterns = 500
/** Longest text that is looked at, in characters; the rest of a longer address is not read. */
const maxSubject = 8192

export interface UserPattern {
  readonly source: string
  /** Whether the pattern matches anywhere in the text. */
  readonly matches: (text: string) => boolean
  /** The first match in the text: its first group, or all of it where the pattern has none. */
  readonly find: (text: string) => string | undefined
}

/** The compiled pattern, or why it cannot be used. */
export const compilePattern = (source: string): UserPattern | { readonly problem: string } => {
  if (source.length > maxPatternLength) {
    return { problem: `Regular expression is longer than ${maxPatternLength} characters` }
  }
  try {
    const compiled = RE2JS.compile(source.replace(/\\u([0-9a-fA-F]{4})/g, "\\x{$1}"))
    if (compiled.programSize() > maxProgram) {
      return { problem: `Regular expression is too large: its repetitions come to more than ${maxProgram} steps` }
    }
    const subject = (text: string): string => (text.length > maxSubject ? text.slice(0, maxSubject) : text)
    return {
      source,
      matches: (text) => compiled.test(subject(text)),
      find: (text) => {
        const matcher = compiled.matcher(subject(text))
        if (!matcher.find()) return undefined
        return (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group(0)) ?? undefined
      }
    }
  } catch (cause) {
    return { problem: cause instanceof RE2JSException ? cause.message : "Invalid regular expression" }
  }
}
