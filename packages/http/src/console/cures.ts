/** What to do about pages that failed, or that a site answered with an error. */
import { captureErrors, entryOf, entryOfCode, serverCureOf } from "@orbweaver/core/internal/model/errorTable"
import type { PageFailure } from "@orbweaver/core/jobs/JobStore"

const otherwise = "Retry; when it fails again, look into the log of the server."

/** By the reason of a capture, since several share a code. A cause that a newer version stored has no cure here. */
export const cureOfFailure = ({ cause, code }: Pick<PageFailure, "cause" | "code">): string => {
  const entry =
    (cause === undefined ? undefined : entryOf(cause)) ?? (code === undefined ? undefined : entryOfCode(code))
  return entry === undefined ? otherwise : serverCureOf(entry)
}

const refused = 'The site refuses: try `proxy: "stealth"`, headers of a login, or fewer pages at once.'
const busy = "The site asks for patience: crawl it more slowly with `delay` or `maxConcurrency`."
const slow = captureErrors.TimedOut.serverCure
const gone = "The page is gone: nothing to do, or correct the link to it."

const byStatus: ReadonlyMap<number, string> = new Map([
  [401, "The site asks for a login: send its cookies or an `authorization` header with `headers`."],
  [402, refused],
  [403, refused],
  [404, gone],
  [407, "A proxy asks for a login: check the name and the password of the proxy."],
  [408, slow],
  [410, gone],
  [429, busy],
  [451, "The site must not show the page here: try another country with `location`."],
  [503, busy],
  [504, slow]
])

/** For a page that was answered with a 4xx or 5xx status. */
export const cureOfStatus = (status: number): string =>
  byStatus.get(status) ??
  (status >= 500
    ? "The site had a fault: retry later."
    : "The site does not accept the request: check the address and the headers.")
