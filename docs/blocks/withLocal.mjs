/** The options of an instance that may read the site of this machine. */
export const withLocal = (options = {}) => ({ ...options, egress: { ...options.egress, allowLocal: true } })
