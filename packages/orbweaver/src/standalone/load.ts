/** The copies of the library, each loaded when it is needed. */
import copies from "../../entry/load.cjs"
import type * as Library from "../index.ts"

/** The library with an Effect of its own. */
export const packed: () => typeof Library = copies.packed

/** Its modules, over the Effect of the application. */
export const overEffect: () => typeof Library = copies.overEffect
