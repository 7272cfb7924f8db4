// A library is a guest in somebody's process: it keeps no state of its own,
// reads no environment and leaves signals alone.
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const root = new URL("../../packages/", import.meta.url)

/** Sources of the library packages; the command line and an isolated program own their process, testing is not shipped. */
const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .filter((path) => /packages\/[a-z]+\/src\//.test(path))
  .filter((path) => !/packages\/testing\/|orbweaver\/src\/cli\/|isolatedProgram|node_modules/.test(path))

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "")

const offences = (pattern: RegExp): ReadonlyArray<string> =>
  sources.flatMap((path) =>
    withoutComments(readFileSync(path, "utf8"))
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${path.slice(path.indexOf("packages/"))}: ${line.trim()}`)
  )

describe("library packages", () => {
  it("are found by this test", () => {
    expect(sources.length).toBeGreaterThan(20)
  })

  it("read no environment variables", () => {
    expect(offences(/process\s*\.\s*env|process\[["']env/)).toEqual([])
  })

  it("install no signal or exit handlers and never leave the process", () => {
    expect(offences(/process\s*\.\s*(?:on|once|addListener|prependListener|exit|chdir|kill)\s*\(/)).toEqual([])
  })

  it("keep no mutable state at the top of a module", () => {
    // Column 0 is the top level in formatted code.
    expect(offences(/^(?:export )?(?:let|var) /)).toEqual([])
    expect(offences(/^(?:export )?const \w+(?::[^=]*)? = new (?:Map|Set|WeakMap|WeakSet)(?:<[^(]*>)?\(\)/)).toEqual([])
    expect(offences(/^(?:export )?const \w+(?:: Array<[^=]*>)? = \[\]/)).toEqual([])
  })

  it("take time and randomness from Effect, so that tests can drive them", () => {
    expect(offences(/\bDate\.now\(|\bMath\.random\(/)).toEqual([])
  })

  it("fail with errors that have a schema, which is the source of their type", () => {
    expect(offences(/\bData\.(?:Tagged)?Error\b/)).toEqual([])
  })

  it("write nothing to the console", () => {
    expect(offences(/\bconsole\.\w+\(/)).toEqual([])
  })
})
