/** Stands for `orbweaver` while blocks run: the same, but the site of this machine may be read. */
import { createOrbweaver as create, layer as services } from "orbweaver/effect"

export * from "orbweaver"

const withLocal = (options = {}) => ({ ...options, egress: { ...options.egress, allowLocal: true } })

export const createOrbweaver = (options) => create(withLocal(options))
export const layer = (options) => services(withLocal(options))
