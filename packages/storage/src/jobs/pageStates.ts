/** How the databases write the state of a page. `later` is a queued page that waits until a moment. */
export const states = { queued: 0, active: 1, completed: 2, failed: 3, skipped: 4, later: 6 } as const
