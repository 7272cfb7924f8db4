// Everything that a user installs with us may be used in closed software.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

interface Locked {
  /** An SPDX expression, or the forms that old packages use. */
  readonly license?: string | { readonly type: string } | ReadonlyArray<string | { readonly type: string }>
  readonly dev?: boolean
  readonly link?: boolean
}

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>
}

/** Licences without copyleft, and the public domain. */
const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense",
  "Zlib"
])

/** Packages whose manifest names no licence, and what the licence file they ship says. */
const readByHand: Readonly<Record<string, string>> = { "node_modules/map-stream": "MIT" }

/** Whether an SPDX expression can be satisfied by permissive licences alone. */
const isPermissive = (expression: string): boolean =>
  expression
    .replace(/[()]/g, "")
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((licence) => permissive.has(licence.trim())))

const expressionOf = (license: Locked["license"]): string => {
  if (license === undefined) return "none"
  if (Array.isArray(license)) return license.map(expressionOf).join(" OR ")
  return typeof license === "string" ? license : (license as { readonly type: string }).type
}

const installed = Object.entries(lock.packages).filter(
  ([path, { dev, link }]) => path.includes("node_modules/") && dev !== true && link !== true
)

describe("the dependency tree", () => {
  it("is read from the lock file", () => {
    expect(installed.length).toBeGreaterThan(5)
  })

  it("holds no copyleft and no unknown licence among what users install", () => {
    const offending = installed
      .map(([path, { license }]) => ({ path, licence: readByHand[path] ?? expressionOf(license) }))
      .filter(({ licence }) => !isPermissive(licence))
      .map(({ licence, path }) => `${path}: ${licence}`)
    expect(offending).toEqual([])
  })
})
