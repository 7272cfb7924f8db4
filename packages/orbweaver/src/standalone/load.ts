/**
 * Loads a copy of the library when it is needed, and at once, since `createOrbweaver` gives its instance at once. Bundlers find
 * the files by these calls.
 */
import { createRequire } from "node:module"
import type * as Library from "../index.ts"

/** The library with its own Effect. */
export const packed = (): typeof Library => require("./library.js")

/** Its modules, over the Effect of the application. */
export const overEffect = (): typeof Library => require("../index.js")

const require = createRequire(import.meta.url)
