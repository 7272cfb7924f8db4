/** The mail about a check: what changed, whether it matters, why, and where. */
import type { MailContent } from "@orbweaver/core/jobs/Mailer"
import { textDiffOf, type MonitorPage, type MonitorValue, type PageStatus } from "./Monitor.ts"

const bounds = {
  /** Pages that are described; the others are counted. */
  pages: 20,
  /** Characters of the lines of a page that differ. */
  diff: 2_000
} as const

interface Reported {
  readonly monitorId: string
  readonly checkId: string
  /** What is reported of the check; not empty. */
  readonly pages: ReadonlyArray<MonitorPage>
}

const verbs: Readonly<Record<PageStatus, string>> = {
  changed: "Changed",
  new: "New",
  removed: "Removed",
  error: "Failed",
  same: "Same"
}

export const checkMail = (
  { name, notification }: Pick<MonitorValue, "name" | "notification">,
  { checkId, monitorId, pages }: Reported
): MailContent => {
  const withDiffs = notification?.email?.includeDiffs === true
  const subject = `${name}: ${countsOf(pages)}`
  const shown = pages.slice(0, bounds.pages).map((page) => entryOf(page, withDiffs))
  const more = pages.length > shown.length ? [`${pages.length - shown.length} more pages are in the check.`] : []
  const foot = `Check ${checkId} of the monitor ${monitorId}.`
  const text = [subject, ...shown.map(entryText), ...more, foot].join("\n\n")
  const html = [
    `<h1>${escape(subject)}</h1>`,
    ...shown.map(entryHtml),
    ...[...more, foot].map((line) => `<p>${escape(line)}</p>`)
  ].join("\n")
  return { subject, text, html: `<!doctype html>\n<meta charset="utf-8">\n${html}\n` }
}

const countsOf = (pages: ReadonlyArray<MonitorPage>): string =>
  (["changed", "new", "removed", "error"] as const)
    .flatMap((status) => {
      const count = pages.filter((page) => page.status === status).length
      return count === 0 ? [] : [`${count} ${verbs[status].toLowerCase()}`]
    })
    .join(", ")

interface Entry {
  readonly head: string
  readonly url: string
  /** Why it matters, or why it failed. */
  readonly reasons: ReadonlyArray<string>
  /** Lines behind `-` and `+`. */
  readonly lines: ReadonlyArray<string>
}

const entryOf = (page: MonitorPage, withDiffs: boolean): Entry => {
  const { error, judgment, status, url } = page
  const evidence = (judgment?.meaningfulChanges ?? []).flatMap(({ after, before }) => [
    ...(before === null ? [] : [`- ${before}`]),
    ...(after === null ? [] : [`+ ${after}`])
  ])
  const diff = withDiffs ? (textDiffOf(page) ?? "") : ""
  const cut = diff.length > bounds.diff ? `${diff.slice(0, bounds.diff)}\n[…]` : diff
  return {
    head: verbs[status],
    url,
    reasons: [...(judgment === null ? [] : [judgment.reason]), ...(error === null ? [] : [error])],
    lines: cut === "" ? evidence : cut.split("\n")
  }
}

const entryText = ({ head, lines, reasons, url }: Entry): string =>
  [`${head}: ${url}`, ...[...reasons, ...lines].map((line) => `  ${line}`)].join("\n")

const entryHtml = ({ head, lines, reasons, url }: Entry): string =>
  [
    `<h2>${escape(head)}: ${linkTo(url)}</h2>`,
    ...reasons.map((reason) => `<p>${escape(reason)}</p>`),
    ...(lines.length === 0 ? [] : [`<pre>${escape(lines.join("\n"))}</pre>`])
  ].join("\n")

/** Addresses that a search found may be of any scheme. */
const linkTo = (url: string): string =>
  /^https?:$/.test(URL.parse(url)?.protocol ?? "") ? `<a href="${escape(url)}">${escape(url)}</a>` : escape(url)

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
