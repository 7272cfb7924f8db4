/** Every error that a caller of the library can meet: cause, fields, cure, and what it is over HTTP and in a shell. */
import { type CaptureError, CaptureReason } from "@orbweaver/core/model/CaptureError"
import * as Library from "orbweaver/errors"
import { codes } from "../../packages/orbweaver/src/cli/exit.ts"
import { document } from "../../packages/http/src/openapi/openapi.ts"
import { toErrorBody } from "../../packages/http/src/wire/toErrorBody.ts"
import { failures, sourcesOf } from "./comments.ts"
import { code, page, table } from "./text.ts"

/** What somebody does about it. */
const cures: Readonly<Record<string, string>> = {
  CaptureError: "Read `error.reason._tag`: the table below has each reason.",
  AgentUnavailable: "Give the instance a model: `createOrbweaver({ model })`, or `--model` on the command line.",
  FormatError:
    "`error.format` and `error.detail` say what could not be read. Where a language model failed, `error.model` is `unavailable` (try again) or `unusable` (change the schema or the prompt). Without that format the page is read.",
  ErasureBlocked: "Cancel the jobs `error.ids`, or wait for them, and erase again.",
  MonitorBusy: "Wait until the check `error.checkId` has ended.",
  MonitorNotFound: "Check the id: `listMonitors` has the monitors of the account.",
  WarcError: "Repair the file, or write it again: records before `error.offset` were read.",
  UnknownFormat: "Correct the name in `formats`, or pass the format to `createOrbweaver({ formats })`.",
  InvalidInput: "Correct the fields that `error.issues` names.",
  JobNotFound: "Check the id, and that the store is the one the job was started in. Jobs expire.",
  InsufficientCredits: "Wait for the next billing period, raise the plan, or ask for fewer pages.",
  SearchError: "Read `error.why`: set the key of the engine, wait, or configure another engine.",
  StepError: "Mend the step that `error.step` names.",
  StoreError: "Look at the disk or the database. `kind` says whether it is full, out of reach or refuses.",
  InstanceClosed: "Make the call before `close()`, or with another instance.",
  NothingReached: "Look at the first failure in the message: often DNS, robots.txt or an address that is refused.",
  BrowserSessionNotFound: "Open a session again: it has ended, or belongs to another account.",
  TooManyBrowserSessions: "End a session that is no longer needed, or wait until one has ended.",
  WaitTimedOut: "Raise `waitTimeout`, or read the job later by its id: it goes on.",
  DataMismatch: "Make fields optional in the schema, or read `error.message` for the value that does not fit.",
  TimedOut: "Raise `timeout`, or drop `waitFor`, `actions` and formats that take long.",
  DnsFailed: "Check the host name and the resolver of the machine.",
  TlsFailed: "Mend the certificate, or pass `skipTlsVerification: true` for a server that you trust.",
  ConnectionFailed: "Check that the server is up, and whether a proxy or firewall is between.",
  Refused:
    "For your own machine or network pass `egress: { allowLocal: true }` or `allowNetworks`. Other addresses are refused on purpose.",
  TooManyRedirects: "Ask for the address at the end of the chain; a login wall often redirects in a circle.",
  TooLarge: "The body is larger than the limit: ask for a smaller file.",
  Unsupported: "The file is of a kind that no parser reads: pass one with `createOrbweaver({ parsers })`.",
  NeedsBrowser:
    "Install `@orbweaver/browser` and pass `createOrbweaver({ renderer: playwright() })`. Where there is no Chrome, install `@sparticuz/chromium` too. Or drop the options that `error.reason.features` names.",
  UnreadableDocument: "The file is damaged or protected by a password.",
  NotCached: "Drop `minAge` or `lockdown`, or scrape the page first.",
  Overloaded: "Try again after `retryAfterSeconds`, send fewer at once, or raise `inFlight`.",
  Crashed: "Try again; give the browser more memory if it happens with the same page.",
  ActionFailed: "Correct the action at `index`: its selector is not on the page, or not yet."
}

/** The page that has more to say about an error, and where on it. */
const guides: Readonly<Record<string, readonly [title: string, link: string]>> = {
  AgentUnavailable: ["models", "../guide/models.md"],
  BrowserSessionNotFound: ["browser sessions", "../guide/browser-sessions.md"],
  TooManyBrowserSessions: ["browser sessions", "../guide/browser-sessions.md"],
  DataMismatch: ["extracting", "../guide/extracting.md"],
  FormatError: ["models", "../guide/models.md"],
  InsufficientCredits: ["quotas", "../guide/teams-and-keys.md"],
  InstanceClosed: ["the library", "../guide/library.md#the-process"],
  JobNotFound: ["jobs on disk", "../guide/resume.md"],
  ErasureBlocked: ["erasure", "../guide/erasure.md"],
  MonitorBusy: ["monitors", "../guide/scheduling.md"],
  MonitorNotFound: ["monitors", "../guide/scheduling.md"],
  NothingReached: ["troubleshooting", "../start/troubleshooting.md#a-crawl-or-batch-ended-without-one-page"],
  SearchError: ["searching", "../guide/searching.md"],
  StepError: ["steps", "../guide/library.md#formats-steps-and-parsers-of-your-own"],
  StoreError: ["when the store fails", "../guide/resume.md#when-the-store-fails"],
  UnknownFormat: ["formats", "formats.md"],
  WaitTimedOut: ["durations", "../guide/library.md#durations"],
  WarcError: ["web archives", "../guide/library.md#web-archives"],
  TimedOut: ["troubleshooting", "../start/troubleshooting.md#a-page-times-out"],
  TlsFailed: ["troubleshooting", "../start/troubleshooting.md#the-certificate-of-the-site-is-not-valid"],
  ConnectionFailed: ["proxies", "../guide/proxies.md"],
  Refused: ["troubleshooting", "../start/troubleshooting.md#loopback-and-private-addresses-are-refused"],
  TooManyRedirects: ["logins", "../guide/login.md"],
  Unsupported: ["documents", "../guide/documents.md"],
  NeedsBrowser: ["JavaScript pages", "../guide/javascript-pages.md"],
  UnreadableDocument: ["documents", "../guide/documents.md"],
  NotCached: ["caching", "../guide/caching.md"],
  Overloaded: ["many at once", "../guide/library.md#many-at-once"],
  ActionFailed: ["actions", "../guide/actions.md#when-an-action-fails"]
}

const cureOf = (tag: string): string => {
  const cure = cures[tag]
  if (cure === undefined) throw new Error(`The error ${tag} has no cure yet: write it into docs/generate/errors.ts`)
  const guide = guides[tag]
  return guide === undefined ? cure : `${cure} More: [${guide[0]}](${guide[1]}).`
}

/** Status and code over HTTP, as the one table of the API has them. */
const wireOf = (tag: string): string => {
  // The table reads the tags alone, so that no reason needs fields here.
  const failure = {
    _tag: "CaptureError",
    reason: { _tag: tag, message: "", retryAfterSeconds: 1 }
  } as unknown as CaptureError
  const { code: name, status } = toErrorBody(failure, "v2")
  return `${status}${name === undefined ? "" : ` ${code(name)}`}`
}

const exitTexts: Readonly<Record<keyof typeof codes, string>> = {
  ok: "Done",
  failed: "A fault of ours or of a store",
  usage: "Wrong usage: unknown command, flag, format or address",
  refused: "The egress policy or robots.txt refuses the address",
  capture: "The page could not be captured",
  timedOut: "A deadline has passed",
  errorPage: "The page answered 4xx or 5xx, and was printed"
}

export const errorsPage = (): string => {
  const all = new Map(
    ["core", "orbweaver", "extraction", "storage", "http", "browser", "egress", "html"]
      .flatMap((name) => sourcesOf(name).flatMap(failures))
      .map((failure) => [failure.tag, failure])
  )
  const reasons = CaptureReason.members.map((member) => member.identifier)
  const rowOf = (tag: string) => {
    const failure = all.get(tag)
    const fields =
      failure?.fields.map(({ comment, name }) => `${code(name)}${comment === "" ? "" : `: ${comment}`}`) ?? []
    return { cause: failure?.comment ?? "", fields: fields.join(" ") }
  }
  const library = Object.keys(Library)
    .filter((name) => all.has(name))
    .toSorted()
  const statuses = new Map<string, Set<string>>()
  for (const operations of Object.values(document().paths)) {
    for (const { responses } of Object.values(operations as object) as ReadonlyArray<{ readonly responses: object }>) {
      for (const [status, response] of Object.entries(responses) as ReadonlyArray<
        [string, { readonly description?: string }]
      >) {
        if (status !== "200") statuses.set(status, (statuses.get(status) ?? new Set()).add(response.description ?? ""))
      }
    }
  }
  return page({ title: "Errors", order: 4, group: "Tables" }, [
    'Methods of the library reject with classes: `error instanceof CaptureError`, or `error._tag === "CaptureError"`. They are exported by `orbweaver` and `orbweaver/errors`. With Effect they are the error channel.',
    "A page that answers 404 or 500 is no error. It is a document with that `metadata.statusCode`.",
    "## Errors of the library",
    table(
      ["`_tag`", "Cause", "Fields", "Cure"],
      library.map((tag) => [code(tag), rowOf(tag).cause, rowOf(tag).fields, cureOf(tag)])
    ),
    "## Reasons of a `CaptureError`",
    "`error.reason._tag` says why a page could not be captured.",
    table(
      ["Reason", "Cause", "Fields", "Cure", "Over HTTP"],
      reasons.map((tag) => [code(tag), rowOf(tag).cause, rowOf(tag).fields, cureOf(tag), wireOf(tag)])
    ),
    "## Statuses over HTTP",
    "The body is `{ success: false, error, code?, details? }`. 429, 503 and 507 carry `Retry-After`.",
    table(
      ["Status", "Meaning"],
      [...statuses]
        .toSorted(([one], [other]) => one.localeCompare(other, "en"))
        .map(([status, texts]) => [status, [...texts].join(", ")])
    ),
    "## Exit codes of the command",
    table(
      ["Code", "Meaning"],
      Object.entries(codes).map(([name, exit]) => [String(exit), exitTexts[name as keyof typeof codes]])
    )
  ])
}
