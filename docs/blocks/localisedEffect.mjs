/** Stands for `orbweaver/effect` while blocks run: the same, but the site of this machine may be read. */
import { createOrbweaver as create, layer as services } from "orbweaver/effect"
import { withLocal } from "./withLocal.mjs"

export * from "orbweaver/effect"
export const createOrbweaver = (options) => create(withLocal(options))
export const layer = (options) => services(withLocal(options))
