/**
 * Phrases that read as riddles, with the plain ones to write instead. `npm run lint` looks for them in sources, messages,
 * documents and changes: they came from writing data as speech ("what a host said") and let a reader guess who does what.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../..")

export const phrases: ReadonlyArray<{ readonly pattern: RegExp; readonly instead: string }> = [
  { pattern: /\btold\b/i, instead: "name who informs whom: reports, sends, answers; or what the value is" },
  { pattern: /\bsaid\b(?!:)/i, instead: "names, declares, answers; or what the value is" },
  { pattern: /\bminded\b/i, instead: "applies, follows, respects" },
  { pattern: /\basked of\b/i, instead: "is requested from, is read from" },
  { pattern: /(?<!const )\bkept of\b/i, instead: "is kept, with the part named first" },
  { pattern: /\btells? (of|what|whose|when|apart)\b/i, instead: "reports, shows, distinguishes" },
  { pattern: /\bgives? \w+ those that\b/i, instead: "name the things" },
  { pattern: /\bleaves? \w+ beside\b/i, instead: "bypasses, goes around" },
  { pattern: /\bwho asks\b/i, instead: "name the caller" }
]

const checked =
  /^(packages\/[^/]+\/(src\/.*\.ts|bin\/.*\.js|README\.md)|docs\/(guide|explanation|start|compare|contribute)\/.*\.md|docs\/decisions\/.*\.md|\.changeset\/.*\.md|[A-Z]+\.md)$/

export interface Hit {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly instead: string
}

export const hitsIn = (file: string, text: string): ReadonlyArray<Hit> =>
  text.split("\n").flatMap((line, index) =>
    phrases.flatMap(({ instead, pattern }) => {
      const found = pattern.exec(line)
      return found === null ? [] : [{ file, line: index + 1, text: found[0], instead }]
    })
  )

export const hits = (): ReadonlyArray<Hit> =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024
  })
    .split("\n")
    .filter((file) => checked.test(file))
    .flatMap((file) => hitsIn(file, readFileSync(join(root, file), "utf8")))
