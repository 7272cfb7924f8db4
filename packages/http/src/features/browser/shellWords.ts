/** Words of a command line that is not run by a shell: quoting as in one (POSIX 2.2), and nothing else of it. */
import * as Result from "effect/Result"

/** What only a shell would give a meaning. */
const operators = /[|&;<>()$`]/

/** The words, or why the line is more than words. An unquoted `#` at the start of a word ends the line. */
export const shellWords = (line: string): Result.Result<ReadonlyArray<string>, string> => {
  const words: Array<string> = []
  let word: string | undefined
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!
    if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (char === "#" && word === undefined) break
    else if (char === "'") {
      const end = line.indexOf("'", at + 1)
      if (end === -1) return Result.fail("a quote is not closed")
      word = (word ?? "") + line.slice(at + 1, end)
      at = end
    } else if (char === '"') {
      const quoted = doubleQuoted(line, at + 1)
      if (Result.isFailure(quoted)) return Result.fail(quoted.failure)
      word = (word ?? "") + quoted.success.text
      at = quoted.success.end
    } else if (char === "\\") word = (word ?? "") + (line[++at] ?? "")
    else if (operators.test(char)) return Result.fail(noShell(char))
    else word = (word ?? "") + char
  }
  if (word !== undefined) words.push(word)
  return Result.succeed(words)
}

const noShell = (char: string) =>
  `there is no shell for ${char}: write one command a line, and quote ${char} with ' where it is meant as it stands`

/** Text from behind the opening quote on, and where its closing quote is. */
const doubleQuoted = (line: string, start: number): Result.Result<{ text: string; end: number }, string> => {
  let text = ""
  for (let at = start; at < line.length; at++) {
    const char = line[at]!
    if (char === '"') return Result.succeed({ text, end: at })
    if (char === "$" || char === "`") return Result.fail(noShell(char))
    const next = line[at + 1] ?? ""
    if (char === "\\" && /["\\$`]/.test(next)) {
      text += next
      at++
    } else text += char
  }
  return Result.fail("a quote is not closed")
}
