/** What to do about pages that failed, by the code of their error. */
const cures: Readonly<Record<string, string>> = {
  SCRAPE_TIMEOUT: "The site answers slowly: raise `timeout`, or lower `maxConcurrency`.",
  SCRAPE_DNS_RESOLUTION_ERROR: "The host name does not exist: check the address, or exclude the host.",
  SCRAPE_SSL_ERROR: "The certificate is not valid: set `skipTlsVerification` if you trust the site.",
  SCRAPE_SITE_ERROR: "The site closed the connection: retry later, or crawl it more slowly with `delay`.",
  SCRAPE_NO_CACHED_DATA: "Nothing is cached: leave `lockdown` and `minAge` out.",
  SCRAPE_UNSUPPORTED_FILE_ERROR: "No reader knows this kind of file: exclude its paths.",
  SCRAPE_ACTION_ERROR: "A step could not be done: check the selectors of `actions`.",
  SCRAPE_ACTIONS_NOT_SUPPORTED: "Steps need a browser: give the server one.",
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: "The document is long: raise `timeout`, or limit its pages by `parsers`.",
  DOCUMENT_ANTIBOT_ERROR: 'The site asks for a browser or a person: try `proxy: "stealth"`.',
  CRAWL_DENIAL: "A rule of the crawl keeps the page out.",
  ROBOTS: "The robots.txt of the site keeps the page out: set `ignoreRobotsTxt` if you may.",
  REDIRECT: "The page leads out of the crawl: allow the other host with `allowExternalLinks` or `allowSubdomains`.",
  LOST: "Workers ended while they scraped the page: look at memory and crashes, then retry.",
  OVERLOADED: "The server was full: retry, or lower the concurrency.",
  UNKNOWN_ERROR: "Retry; when it fails again, look into the log of the server."
}

const byStatus: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:429|503)\b|too many/i, "The site asks for patience: crawl it more slowly with `delay` or `maxConcurrency`."],
  [
    /\b40[13]\b|forbidden|blocked|captcha/i,
    'The site refuses: try `proxy: "stealth"`, headers of a login, or fewer pages at once.'
  ],
  [/\b(?:404|410)\b/i, "The page is gone: nothing to do, or correct the link to it."],
  [/\b5\d\d\b/, "The site had a fault: retry later."],
  [/time/i, cures["SCRAPE_TIMEOUT"]!],
  [/connect|socket|ECONN/i, cures["SCRAPE_SITE_ERROR"]!]
]

export const cureFor = (code: string, error: string): string =>
  (Object.hasOwn(cures, code) && code !== "UNKNOWN_ERROR" ? cures[code] : undefined) ??
  byStatus.find(([pattern]) => pattern.test(error))?.[1] ??
  cures["UNKNOWN_ERROR"]!
