/** Puts the version of `orbweaver` into its code: a bundle has no package.json to read it from. */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import type { Plugin } from "rolldown"

const manifest = resolve(import.meta.dirname, "../packages/orbweaver/package.json")

export const ownVersion: Plugin = {
  name: "own-version",
  load(id) {
    if (!id.replaceAll("\\", "/").endsWith("/orbweaver/src/assembly/version.ts")) return null
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string }
    return `export const version = ${JSON.stringify(version)}`
  }
}
