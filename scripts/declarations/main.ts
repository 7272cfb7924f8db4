/**
 * Writes the types of `orbweaver` for programs that do not use Effect (docs/decisions/types-without-effect.md), after tsc has
 * written the declarations of the package: `node ../../scripts/declarations/main.ts` in its folder.
 */
import { mkdir, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { rollUp } from "./rollUp.ts"

/** Modules without Effect, by the names of their files in `dist/types`. */
const modules = { index: "index.d.ts", errors: "jobs/errors.d.ts", sinks: "sinks/index.d.ts" }

const dist = resolve("dist")
const types = join(dist, "types")
const files = Object.entries(modules).map(([name, file]) => [name, join(dist, file)])
const { declarations, exports } = rollUp(Object.fromEntries(files))
await mkdir(types, { recursive: true })
await writeFile(join(types, "all.d.ts"), declarations)
for (const [name, exported] of Object.entries(exports)) {
  await writeFile(join(types, `${name}.d.ts`), `export { ${exported.join(", ")} } from "./all.js"\n`)
}
