/** Loads a copy of the library when it is needed, and at once, since `createOrbweaver` gives its instance at once. */
import { createRequire } from "node:module"
import type * as Library from "../index.ts"

/** The packed library, and the modules over the Effect of the application. */
export type Copy = "./library.js" | "../index.js"

export const load = (copy: Copy): typeof Library => {
  const module: typeof Library = require(copy)
  return module
}

const require = createRequire(import.meta.url)
