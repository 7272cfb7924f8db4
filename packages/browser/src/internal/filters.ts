/** What is kept from loading and from sight on a page. */
export interface Filters {
  /** Whether a host is never worth a byte, whatever it is asked for. */
  readonly host: (hostname: string) => boolean
  /** Judges the requests of a page of this host; undefined when the name of the host says all. */
  readonly requests: (pageHost: string) => ((url: string, type: string) => boolean) | undefined
  /** CSS selectors, joined by commas, of what is left out on a page of this host; "" for nothing. */
  readonly hidden: (pageHost: string) => string
}

export const noFilters: Filters = { host: () => false, requests: () => undefined, hidden: () => "" }
