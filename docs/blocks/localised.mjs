/** Stands for `orbweaver` while blocks run: the same, but the site of this machine may be read. */
import * as real from "orbweaver"

export * from "orbweaver"

const withLocal = (options = {}) => ({ ...options, egress: { ...options.egress, allowLocal: true } })

export const createOrbweaver = (options) => real.createOrbweaver(withLocal(options))
export const layer = (options) => real.layer(withLocal(options))
