/** Lines that are written now and read later, in their order or sorted by their bytes, in bounded memory. */
import { createReadStream } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface LineSpool {
  /** The line has no line end. */
  readonly add: (line: string) => Promise<void>
  /** All lines; nothing is added afterwards. */
  readonly lines: () => AsyncIterable<string>
  /** Removes what was written to the disk. */
  readonly close: () => Promise<void>
}

/** Characters that are kept in memory before they are written to the disk. */
const maxCharacters = 4 * 1024 * 1024

export const createLineSpool = (order: "asAdded" | "sorted", limit = maxCharacters): LineSpool => {
  const files: Array<string> = []
  let folder: string | undefined
  let waiting: Array<string> = []
  let characters = 0

  const inOrder = () => (order === "sorted" ? waiting.sort(byCharacters) : waiting)

  return {
    add: async (line) => {
      waiting.push(line)
      characters += line.length
      if (characters < limit) return
      folder ??= await mkdtemp(join(tmpdir(), "orbweaver-lines-"))
      const file = join(folder, String(files.length))
      await writeFile(file, inOrder().join("\n"))
      files.push(file)
      waiting = []
      characters = 0
    },
    lines: () => {
      const runs = [...files.map(linesOf), asynchronous(inOrder())]
      return order === "sorted" ? merged(runs) : joined(runs)
    },
    close: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Independent of languages, as readers that search by halves expect. */
const byCharacters = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** `node:readline` would also end a line at U+2028, which titles may have. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ""
  for await (const chunk of createReadStream(file, "utf8")) {
    const lines = `${rest}${String(chunk)}`.split("\n")
    rest = lines.pop() ?? ""
    yield* lines
  }
  yield rest
}

async function* asynchronous(lines: ReadonlyArray<string>): AsyncGenerator<string> {
  yield* lines
}

async function* joined(runs: ReadonlyArray<AsyncIterable<string>>): AsyncGenerator<string> {
  for (const run of runs) yield* run
}

async function* merged(runs: ReadonlyArray<AsyncIterable<string>>): AsyncGenerator<string> {
  const heads: Array<{ readonly iterator: AsyncIterator<string>; line: string }> = []
  for (const run of runs) {
    const iterator = run[Symbol.asyncIterator]()
    const first = await iterator.next()
    if (first.done !== true) heads.push({ iterator, line: first.value })
  }
  while (heads.length > 0) {
    const least = heads.reduce((a, b) => (byCharacters(a.line, b.line) <= 0 ? a : b))
    yield least.line
    const next = await least.iterator.next()
    if (next.done === true) heads.splice(heads.indexOf(least), 1)
    else least.line = next.value
  }
}
