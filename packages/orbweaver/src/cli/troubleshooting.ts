/** Pages of the documentation that the command refers to: errors with their cures, and formats of its files. */
const site = "https://orbweaver.dev"
const page = `${site}/start/troubleshooting`

/** What a file of teams holds. */
export const teamsPage = `${site}/guide/teams-and-keys`

/** Parts of the page, by the tag of an error or of the reason of a `CaptureError`. */
export const parts = {
  Crashed: "memory-grows",
  NeedsBrowser: "needs-a-browser",
  NothingReached: "a-crawl-or-batch-ended-without-one-page",
  Overloaded: "overloaded-or-503-with-retry-after",
  Refused: "loopback-and-private-addresses-are-refused",
  TimedOut: "a-page-times-out",
  TlsFailed: "the-certificate-of-the-site-is-not-valid"
} as const

const isExplained = (tag: string): tag is keyof typeof parts => Object.hasOwn(parts, tag)

export const troubleshooting = (tag: string): string | undefined =>
  isExplained(tag) ? `${page}#${parts[tag]}` : undefined
