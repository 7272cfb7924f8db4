/**
 * The one table of errors that callers meet: status and code over HTTP, how the command line ends, what to do about
 * it, and the page that says more. The wire, the console, the command line, the MCP server and the reference read it here.
 *
 * Keys are tags. An error of several kinds has an entry for each as well: `StoreError/full`. The classes say what happened
 * in their messages, with their own fields; what to do stands here.
 */

/** How the command line ends: `packages/orbweaver/src/cli/output/exit.ts` has the numbers. */
export type ErrorExit = "failed" | "usage" | "refused" | "capture" | "timedOut"

export interface ErrorEntry {
  /** What to do, for callers of the library. */
  readonly cure: string
  /** The same for users of a server, in the console and by MCP. Default: `cure`. */
  readonly serverCure?: string
  /** The last words of its message, which name a way out. */
  readonly remedy?: {
    readonly inCode: string
    /** The same at a terminal. */
    readonly commandLine: string
  }
  /** Page of the documentation: its title here, and its path below the root, without an ending. */
  readonly guide: readonly [title: string, path: string]
  /** Part of the page `start/troubleshooting` about it. */
  readonly troubleshooting?: string
  /** Default: `failed`. */
  readonly exit?: ErrorExit
  /** Over HTTP (RFC 9110 §15). Default: 500. */
  readonly status?: number
  /** Over HTTP, and of pages of jobs; in capitals (docs/reference/v2.md §1.4). Default: none. */
  readonly code?: string
  /** Seconds in `Retry-After` where the error has no number of its own. Default: the header is absent. */
  readonly retryAfterSeconds?: number
  /** Its text over HTTP, where its message is for whoever runs the server. Default: its message. */
  readonly publicText?: string
}

const table = <const Table extends Readonly<Record<string, ErrorEntry>>>(entries: Table): Table => entries

const unreadableFile = "SCRAPE_UNSUPPORTED_FILE_ERROR"
const siteFault = "SCRAPE_SITE_ERROR"

/** Reasons of a `CaptureError`. */
export const captureErrors = table({
  TimedOut: {
    cure: "Raise `timeout`, or drop `waitFor`, `actions` and formats that take long.",
    serverCure: "The site answers slowly: raise `timeout`, or lower `maxConcurrency`.",
    guide: ["troubleshooting", "start/troubleshooting#a-page-times-out"],
    troubleshooting: "a-page-times-out",
    exit: "timedOut",
    status: 408,
    code: "SCRAPE_TIMEOUT"
  },
  DnsFailed: {
    cure: "Check the host name and the resolver of the machine.",
    serverCure: "The host name has no address: check it for typing errors, or exclude the host.",
    guide: ["proxies", "guide/proxies"],
    exit: "capture",
    code: "SCRAPE_DNS_RESOLUTION_ERROR"
  },
  TlsFailed: {
    cure: "Mend the certificate, or pass `skipTlsVerification: true` for a server that you trust.",
    serverCure: "The secure connection failed: set `skipTlsVerification` if you trust the site.",
    remedy: { inCode: "skipTlsVerification accepts it", commandLine: "--skip-tls-verification accepts it" },
    guide: ["troubleshooting", "start/troubleshooting#the-certificate-of-the-site-is-not-valid"],
    troubleshooting: "the-certificate-of-the-site-is-not-valid",
    exit: "capture",
    code: "SCRAPE_SSL_ERROR"
  },
  ConnectionFailed: {
    cure: "Check that the server is up, and whether a proxy or firewall is between.",
    serverCure: "The site refused or closed the connection: retry later, or crawl it more slowly with `delay`.",
    guide: ["proxies", "guide/proxies"],
    exit: "capture",
    code: siteFault
  },
  Refused: {
    cure: "For your own machine or network pass `egress: { allowLocal: true }` or `allowNetworks`. Other addresses are refused on purpose.",
    serverCure: "A rule of this server keeps the address out: the error names the rule and how to change it.",
    remedy: { inCode: "egress: { allowLocal: true } allows them", commandLine: "--allow-local allows them" },
    guide: ["troubleshooting", "start/troubleshooting#loopback-and-private-addresses-are-refused"],
    troubleshooting: "loopback-and-private-addresses-are-refused",
    exit: "refused",
    status: 403
  },
  TooManyRedirects: {
    cure: "Ask for the address at the end of the chain; a login wall often redirects in a circle.",
    serverCure:
      "The site redirects in a loop: open the address in a browser, send the cookies or headers that it expects, or exclude it.",
    guide: ["logins", "guide/login"],
    exit: "capture",
    code: siteFault
  },
  TooLarge: {
    cure: "The body is larger than the limit: ask for a smaller file.",
    serverCure: "The file is larger than this server reads: exclude its path, or raise the limit of the server.",
    guide: ["documents", "guide/documents"],
    exit: "capture",
    code: unreadableFile
  },
  Unsupported: {
    cure: "Install the package that the message names. For a kind of file that no parser reads, pass one with `createOrbweaver({ parsers })`.",
    serverCure:
      "Install the package that the message names. If no reader of this server knows this kind of file, exclude its paths, or add a reader.",
    guide: ["documents", "guide/documents"],
    exit: "capture",
    code: unreadableFile
  },
  NeedsBrowser: {
    cure: "Install `@orbweaver/browser` and pass `createOrbweaver({ renderer: playwright() })`. Where there is no Chrome, install `@sparticuz/chromium` too. Or drop the options that `error.reason.features` names.",
    serverCure: "This needs a browser: give the server one, or leave out the options that the error names.",
    remedy: {
      inCode: "configure a renderer, such as playwright() of @orbweaver/browser",
      commandLine: "install Chromium, Chrome or Edge, and leave out --no-browser"
    },
    guide: ["JavaScript pages", "guide/javascript-pages"],
    troubleshooting: "needs-a-browser",
    exit: "capture",
    code: "SCRAPE_ALL_ENGINES_FAILED"
  },
  NeedsRecognizer: {
    cure: "Install `@orbweaver/ocr` and the data of the language, such as `@tesseract.js-data/eng`, and pass `createOrbweaver({ recognizer: tesseract() })`.",
    serverCure:
      "The file is a picture, and this server reads no text in pictures: give it a recognizer, or exclude its path.",
    remedy: {
      inCode: "configure a recognizer, such as tesseract() of @orbweaver/ocr",
      commandLine: "install @orbweaver/ocr and @tesseract.js-data/eng beside orbweaver"
    },
    guide: ["scans and pictures", "guide/scans"],
    exit: "capture",
    status: 501,
    code: unreadableFile
  },
  UnreadableDocument: {
    cure: "The file is damaged or protected by a password.",
    serverCure:
      "The file is encrypted, damaged, scanned or beyond a limit; the error says which: exclude it, or limit its pages by `parsers`.",
    guide: ["documents", "guide/documents"],
    exit: "capture",
    code: unreadableFile
  },
  NotCached: {
    cure: "Drop `minAge` or `lockdown`, or scrape the page first.",
    serverCure: "No cached page is young or old enough: leave out `lockdown` and `minAge`.",
    guide: ["caching", "guide/caching"],
    exit: "capture",
    status: 404,
    code: "SCRAPE_NO_CACHED_DATA"
  },
  Overloaded: {
    cure: "Try again after `retryAfterSeconds`, send fewer at once, or raise `inFlight`.",
    serverCure: "The server was full: retry, or lower the concurrency.",
    guide: ["many at once", "guide/concurrency"],
    troubleshooting: "overloaded-or-503-with-retry-after",
    exit: "capture",
    status: 503,
    code: "OVERLOADED"
  },
  Crashed: {
    cure: "Try again; give the browser more memory if it happens with the same page.",
    serverCure:
      "The browser ended while the page was open: retry; when it happens again, look at the memory of the server.",
    guide: ["memory", "start/troubleshooting#memory-grows"],
    troubleshooting: "memory-grows",
    exit: "capture",
    code: siteFault
  },
  ActionFailed: {
    cure: "Correct the action at `index`: its selector is not on the page, or not yet.",
    serverCure: "A step could not be done: check the selectors of `actions`.",
    guide: ["actions", "guide/actions#when-an-action-fails"],
    exit: "capture",
    code: "SCRAPE_ACTION_ERROR"
  },
  Vetoed: {
    cure: "Nothing is broken: `error.reason.hook` names the hook of yours that refused (`scope`: the job may not read that address), and `detail` its reason.",
    serverCure: "A hook of this server refused the page: the error names the hook and its reason.",
    guide: ["hooks", "guide/hooks"],
    exit: "capture",
    status: 403
  },
  HookFailed: {
    cure: "Mend the hook that `error.reason.hook` names, or raise `hookTimeout`.",
    serverCure: "A hook of this server failed: the error names the hook; correct it, then retry.",
    guide: ["hooks", "guide/hooks"],
    exit: "capture"
  }
})

const storeGuide = ["when the store fails", "guide/resume#when-the-store-fails"] as const
const unexpected = "An unexpected error occurred."
const profileGuide = ["profiles", "guide/profiles"] as const
const searchGuide = ["searching", "guide/searching"] as const
const formatGuide = ["models", "guide/models"] as const

/** All errors except the reasons of a capture. */
export const otherErrors = table({
  CaptureError: {
    cure: "Read `error.reason._tag`: each reason has a part below.",
    guide: ["reasons", "reference/errors#reasons-of-a-captureerror"]
  },
  InvalidInput: {
    cure: "Correct the fields that `error.issues` names.",
    serverCure: "Correct the fields that the error names.",
    guide: ["options", "reference/options"],
    exit: "usage",
    status: 400,
    code: "BAD_REQUEST"
  },
  UnknownFormat: {
    cure: "Correct the name in `formats`, or pass the format to `createOrbweaver({ formats })`.",
    serverCure: "Correct the name of the format: the error lists those that there are.",
    guide: ["formats", "reference/formats"],
    exit: "usage",
    status: 400,
    code: "BAD_REQUEST"
  },
  FormatError: {
    cure: "`error.format` and `error.detail` say what could not be read. Where a language model failed, `error.model` is `unavailable` (try again) or `unusable` (change the schema or the prompt). Without that format the page is read.",
    serverCure: "The error says what of the page could not be read: leave that format out, and the page is read.",
    guide: formatGuide,
    code: "UNKNOWN_ERROR"
  },
  // Our own codes: the contract has none for models. 502 would say as much as 503, but clients send such a request again,
  // and pay again; 422 is what the contract has for extractions that do not fit (docs/reference/v2.md §1.4).
  "FormatError/unavailable": {
    cure: "The language model does not answer: check its key and its quota, then retry.",
    guide: formatGuide,
    status: 503,
    code: "MODEL_UNAVAILABLE",
    retryAfterSeconds: 10
  },
  "FormatError/unusable": {
    cure: "The language model gave no answer that fits: simplify the schema or the prompt, or take another model.",
    guide: formatGuide,
    status: 422,
    code: "MODEL_ANSWER_UNUSABLE"
  },
  StepError: {
    cure: "Mend the step that `error.step` names.",
    serverCure: "A step of this server failed on the page: its operator finds the reason in the log.",
    guide: ["steps", "guide/own-format#steps-and-parsers"],
    code: "UNKNOWN_ERROR"
  },
  InsufficientCredits: {
    cure: "Wait for the next billing period, raise the plan, or ask for fewer pages.",
    guide: ["quotas", "guide/teams-and-keys"],
    status: 402
  },
  StoreError: {
    cure: "Look at the disk or the database. `kind` says whether it is full (`full`), out of reach (`unavailable`), refuses the values (`rejected`) or this process (`misconfigured`: a key, a right or a name is wrong), or cannot read what it has (`damaged`).",
    serverCure: "The store of this server failed: its operator finds the reason in the log.",
    guide: storeGuide,
    code: "UNKNOWN_ERROR",
    publicText: unexpected
  },
  "Refused/threat-protection": {
    cure: "A list of `threatProtection` keeps the host out, which the error names: change the list, or leave the host out.",
    guide: ["threat protection", "guide/threat-protection"],
    exit: "refused",
    status: 403,
    // As Firecrawl's documentation has it.
    code: "unsafe_domain_blocked"
  },
  "StoreError/full": {
    cure: "The store has no space left: make room, then retry.",
    guide: storeGuide,
    status: 507,
    code: "STORE_FULL",
    retryAfterSeconds: 60,
    publicText: "The server has no space left to store this. Please try again later."
  },
  "StoreError/unavailable": {
    cure: "The store does not answer: look whether it runs and can be reached, then retry.",
    guide: storeGuide,
    status: 503,
    code: "STORE_UNAVAILABLE",
    retryAfterSeconds: 2,
    publicText: "The server cannot reach its store. Please try again later."
  },
  "StoreError/misconfigured": {
    cure: "The store refuses this server: correct its key, its rights or its name, then retry.",
    guide: storeGuide,
    code: "STORE_MISCONFIGURED",
    publicText:
      "The store of this server refuses it: whoever runs the server has to correct its settings, as the log says."
  },
  "StoreError/damaged": {
    cure: "What is stored cannot be read: scrape the page again, or restore a backup of the store.",
    guide: storeGuide,
    code: "DOCUMENT_DAMAGED",
    publicText: "What is stored of this cannot be read."
  },
  "StoreError/rejected": {
    cure: "The store refuses the values: look into the log for what of them it names.",
    guide: storeGuide,
    code: "UNKNOWN_ERROR",
    publicText: unexpected
  },
  "StoreError/other": {
    cure: "The store failed: look into the log for its own message.",
    guide: storeGuide,
    code: "UNKNOWN_ERROR",
    publicText: unexpected
  },
  JobNotFound: {
    cure: "Check the id, and that the store is the one the job was started in. Jobs expire.",
    serverCure: "Check the id. Jobs expire.",
    guide: ["jobs on disk", "guide/resume"],
    status: 404,
    publicText: "Job not found"
  },
  NothingReached: {
    cure: "Look at the first failure in the message: often DNS, robots.txt or an address that is refused.",
    guide: ["troubleshooting", "start/troubleshooting#a-crawl-or-batch-ended-without-one-page"],
    troubleshooting: "a-crawl-or-batch-ended-without-one-page"
  },
  WaitTimedOut: {
    cure: "Raise `waitTimeout`, or read the job later by its id: it goes on.",
    guide: ["durations", "guide/library#durations"]
  },
  AgentUnavailable: {
    cure: "Give the instance a model: `createOrbweaver({ model })`, or `--model` on the command line.",
    serverCure: "Agents need a language model: give the server one.",
    guide: ["models", "guide/models"],
    exit: "usage",
    status: 501,
    code: "NOT_IMPLEMENTED"
  },
  AgentThreadNotFound: {
    cure: "Give the `threadId` of an agent of yours that is still kept, or leave it out to begin a thread.",
    guide: ["agents", "guide/agent"],
    status: 404
  },
  AgentThreadBusy: {
    cure: "Wait until the agent `error.agentId` has ended, or cancel it.",
    serverCure: "Wait until the agent that is at work has ended, or cancel it.",
    guide: ["agents", "guide/agent"],
    status: 409,
    code: "AGENT_THREAD_BUSY"
  },
  ResearchUnavailable: {
    cure: "Give the server a language model and a search engine.",
    guide: ["deep research", "guide/research"],
    status: 501,
    code: "NOT_IMPLEMENTED"
  },
  StepsUnavailable: {
    cure: "Give the server a language model, or send JavaScript instead of a prompt.",
    guide: ["browser sessions", "guide/browser-sessions"],
    status: 501,
    code: "NOT_IMPLEMENTED"
  },
  DataMismatch: {
    cure: "Make fields optional in the schema, or read `error.message` for the value that does not fit.",
    guide: ["extracting", "guide/extracting"]
  },
  SearchError: {
    cure: "Read `error.why`: set the key of the engine, wait, or configure another engine.",
    serverCure: "The search engine failed: the error says why.",
    guide: searchGuide,
    status: 502,
    code: "SEARCH_PROVIDER_FAILED"
  },
  "SearchError/not-configured": {
    cure: 'Configure a search engine, or search what was scraped with `sources: ["local"]`.',
    guide: searchGuide,
    status: 501,
    code: "NOT_IMPLEMENTED"
  },
  "SearchError/timed-out": {
    cure: "Raise `timeout`, or ask for fewer results.",
    guide: searchGuide,
    status: 408,
    code: "SCRAPE_TIMEOUT"
  },
  // An engine limits its rate by seconds to a minute.
  "SearchError/rate-limited": {
    cure: "Search again later, or more slowly.",
    guide: searchGuide,
    status: 503,
    code: "SEARCH_UNAVAILABLE",
    retryAfterSeconds: 10
  },
  "SearchError/unavailable": {
    cure: "The search engine does not answer: look whether it can be reached, then retry.",
    guide: searchGuide,
    status: 503,
    code: "SEARCH_UNAVAILABLE",
    retryAfterSeconds: 10
  },
  // The engine answers, and will answer the same again.
  "SearchError/unauthorized": {
    cure: "The search engine refuses its key: correct it.",
    guide: searchGuide,
    status: 502,
    code: "SEARCH_PROVIDER_FAILED"
  },
  "SearchError/malformed": {
    cure: "The search engine has changed its answers: configure another one.",
    guide: searchGuide,
    status: 502,
    code: "SEARCH_PROVIDER_FAILED"
  },
  BrowserSessionNotFound: {
    cure: "Open a session again: it has ended, or belongs to another account.",
    guide: ["browser sessions", "guide/browser-sessions"],
    status: 404
  },
  TooManyBrowserSessions: {
    cure: "End a session that is no longer needed, or wait until one has ended.",
    guide: ["browser sessions", "guide/browser-sessions"],
    status: 429,
    code: "TOO_MANY_SESSIONS",
    retryAfterSeconds: 60
  },
  BrowserSessionInUse: {
    cure: "Close the connection that the session has, or open another session.",
    guide: ["browser sessions", "guide/browser-sessions"],
    status: 409,
    code: "SESSION_IN_USE"
  },
  ProfilesUnavailable: {
    cure: "Set `profiles.encryptionKeys` of the instance, or leave `profile` out.",
    serverCure: "The operator of the server sets `ORBWEAVER_ENCRYPTION_KEYS`; otherwise leave `profile` out.",
    guide: profileGuide,
    exit: "usage",
    status: 400,
    code: "BAD_REQUEST"
  },
  ProfileInUse: {
    cure: "Wait until the session or scrape that saves the profile has ended, or open it with `saveChanges: false`.",
    guide: profileGuide,
    status: 409,
    code: "PROFILE_IN_USE"
  },
  ProfileUnreadable: {
    cure: "Give the key that the message names back to `profiles.encryptionKeys`, or delete the profile and log in again.",
    serverCure:
      "The operator gives the key that the error names back to `ORBWEAVER_ENCRYPTION_KEYS`; otherwise delete the profile and log in again.",
    guide: profileGuide,
    code: "PROFILE_UNREADABLE"
  },
  TooManyProfiles: {
    cure: "Delete a profile that is no longer needed, or raise `profiles.maxPerAccount`.",
    serverCure: "Delete a profile that is no longer needed.",
    guide: profileGuide,
    status: 409,
    code: "TOO_MANY_PROFILES"
  },
  ProfileNotFound: {
    cure: "Check the name: the list of profiles has those of the account.",
    guide: profileGuide,
    status: 404
  },
  MonitorNotFound: {
    cure: "Check the id: `listMonitors` has the monitors of the account.",
    serverCure: "Check the id: the list of monitors has those of the account.",
    guide: ["monitors", "guide/monitors"],
    status: 404
  },
  MonitorBusy: {
    cure: "Wait until the check `error.checkId` has ended.",
    serverCure: "Wait until the check that runs has ended.",
    guide: ["monitors", "guide/monitors"],
    status: 409,
    code: "MONITOR_BUSY"
  },
  TooManyMonitors: {
    cure: "Remove a monitor that is no longer needed, or raise `maxMonitors` of the team's plan.",
    guide: ["monitors", "guide/monitors"],
    status: 403,
    code: "TOO_MANY_MONITORS"
  },
  ErasureBlocked: {
    cure: "Cancel the jobs that `error.ids` names, or wait for them, and erase again.",
    serverCure: "Cancel the jobs that the error names, or wait for them, and erase again.",
    guide: ["erasure", "guide/erasure"],
    status: 409,
    code: "ERASURE_BLOCKED"
  },
  InstanceClosed: {
    cure: "Make the call before `close()`, or with another instance.",
    guide: ["the library", "guide/library#the-process"]
  },
  WarcError: {
    cure: "Repair the file, or write it again: records before `error.offset` were read.",
    guide: ["web archives", "guide/web-archives"]
  }
})

/** Failures of pages of a job that are no error of a single scrape, by their codes. */
export const pageFailures = table({
  ROBOTS: {
    cure: "The robots.txt of the site keeps the page out: set `ignoreRobotsTxt` if you may.",
    guide: ["crawling", "guide/crawling"]
  },
  REDIRECT: {
    cure: "The page leads out of the crawl: allow the other host with `allowExternalLinks` or `allowSubdomains`.",
    guide: ["crawling", "guide/crawling"]
  },
  LOST: {
    cure: "Workers ended while they scraped the page: look at memory and crashes, then retry.",
    guide: ["jobs on disk", "guide/resume"]
  }
})

export type ErrorKey = keyof typeof captureErrors | keyof typeof otherErrors

const all: ReadonlyMap<string, ErrorEntry> = new Map<string, ErrorEntry>([
  ...Object.entries(captureErrors),
  ...Object.entries(otherErrors)
])

/** What is known of a caught value: the tag of its reason, its kind, or its tag. */
export const keyOf = (error: {
  readonly _tag: string
  readonly reason?: unknown
  readonly kind?: unknown
  readonly model?: unknown
  readonly why?: unknown
}): string => {
  const { _tag, reason } = error
  if (_tag === "CaptureError" && typeof reason === "object" && reason !== null && "_tag" in reason) {
    const own = `${String(reason._tag)}/${"policy" in reason ? String(reason.policy) : ""}`
    return all.has(own) ? own : String(reason._tag)
  }
  const own = `${_tag}/${String(error.kind ?? error.model ?? error.why)}`
  return all.has(own) ? own : _tag
}

/** The entry of a key that is known here; undefined for errors of others, and of a newer version. */
export const entryOf = (key: string): ErrorEntry | undefined => all.get(key)

/** The entry with a code, where no reason of a capture tells more. */
export const entryOfCode = (code: string): ErrorEntry | undefined =>
  Object.hasOwn(pageFailures, code)
    ? (pageFailures as Readonly<Record<string, ErrorEntry>>)[code]
    : Object.values<ErrorEntry>(otherErrors).find((entry) => entry.code === code && code !== "UNKNOWN_ERROR")

/** The cure for users of a server. */
export const serverCureOf = ({ cure, serverCure = cure }: ErrorEntry): string => serverCure

/** A message with the way out in the words of somebody at a terminal. */
export const atTerminal = (message: string, key: string): string => {
  const { remedy } = all.get(key) ?? {}
  return remedy === undefined || !message.endsWith(remedy.inCode)
    ? message
    : message.slice(0, -remedy.inCode.length) + remedy.commandLine
}
