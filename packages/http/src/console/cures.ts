/** What to do about pages that failed, or that a site answered with an error. */
import type { CaptureReason } from "@orbweaver/core/model/CaptureError"
import type { PageFailure } from "@orbweaver/core/jobs/JobStore"

/** By the reason of a capture that failed; several reasons share one code of the wire. */
const byCause: Readonly<Record<CaptureReason["_tag"], string>> = {
  TimedOut: "The site answers slowly: raise `timeout`, or lower `maxConcurrency`.",
  DnsFailed: "The host name has no address: check it for typing errors, or exclude the host.",
  TlsFailed: "The secure connection failed: set `skipTlsVerification` if you trust the site.",
  ConnectionFailed: "The site refused or closed the connection: retry later, or crawl it more slowly with `delay`.",
  Refused: "A rule of this server keeps the address out: the error names the rule and how to change it.",
  TooManyRedirects:
    "The site redirects in a loop: open the address in a browser, send the cookies or headers that it expects, or exclude it.",
  TooLarge: "The file is larger than this server reads: exclude its path, or raise the limit of the server.",
  Unsupported: "No reader of this server knows this kind of file: exclude its paths, or add a reader.",
  NeedsBrowser: "This needs a browser: give the server one, or leave out the options that the error names.",
  UnreadableDocument:
    "The file is encrypted, damaged, scanned or beyond a limit; the error says which: exclude it, or limit its pages by `parsers`.",
  NotCached: "No cached page is young or old enough: leave out `lockdown` and `minAge`.",
  Overloaded: "The server was full: retry, or lower the concurrency.",
  Crashed: "The browser ended while the page was open: retry; when it happens again, look at the memory of the server.",
  ActionFailed: "A step could not be done: check the selectors of `actions`.",
  Vetoed: "A hook of this server refused the page: the error names the hook and its reason.",
  HookFailed: "A hook of this server failed: the error names the hook; correct it, then retry."
}

/** By the code of failures that are none of a capture. */
const byCode: ReadonlyMap<string, string> = new Map([
  ["ROBOTS", "The robots.txt of the site keeps the page out: set `ignoreRobotsTxt` if you may."],
  ["REDIRECT", "The page leads out of the crawl: allow the other host with `allowExternalLinks` or `allowSubdomains`."],
  ["LOST", "Workers ended while they scraped the page: look at memory and crashes, then retry."],
  ["STORE_MISCONFIGURED", "The store refuses this server: correct its key, its rights or its name, then retry."],
  ["MODEL_UNAVAILABLE", "The language model does not answer: check its key and its quota, then retry."],
  [
    "MODEL_ANSWER_UNUSABLE",
    "The language model gave no answer that fits: simplify the schema or the prompt, or take another model."
  ]
])

const otherwise = "Retry; when it fails again, look into the log of the server."

const isCause = (cause: string): cause is CaptureReason["_tag"] => Object.hasOwn(byCause, cause)

/** A cause that a newer version stored has no cure here. */
export const cureOfFailure = ({ cause, code }: Pick<PageFailure, "cause" | "code">): string =>
  (cause !== undefined && isCause(cause) ? byCause[cause] : undefined) ??
  (code === undefined ? undefined : byCode.get(code)) ??
  otherwise

const refused = 'The site refuses: try `proxy: "stealth"`, headers of a login, or fewer pages at once.'
const busy = "The site asks for patience: crawl it more slowly with `delay` or `maxConcurrency`."
const gone = "The page is gone: nothing to do, or correct the link to it."

const byStatus: ReadonlyMap<number, string> = new Map([
  [401, "The site asks for a login: send its cookies or an `authorization` header with `headers`."],
  [402, refused],
  [403, refused],
  [404, gone],
  [407, "A proxy asks for a login: check the name and the password of the proxy."],
  [408, byCause.TimedOut],
  [410, gone],
  [429, busy],
  [451, "The site must not show the page here: try another country with `location`."],
  [503, busy],
  [504, byCause.TimedOut]
])

/** For a page that was answered with a 4xx or 5xx status. */
export const cureOfStatus = (status: number): string =>
  byStatus.get(status) ??
  (status >= 500
    ? "The site had a fault: retry later."
    : "The site does not accept the request: check the address and the headers.")
