/** Stands for `orbweaver` while blocks run: the same, but the site of this machine may be read. */
import { createOrbweaver as create } from "orbweaver"
import { withLocal } from "./withLocal.mjs"

export * from "orbweaver"
export const createOrbweaver = (options) => create(withLocal(options))
