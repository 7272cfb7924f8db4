/** Every error that a caller of the library can meet: cause, fields, cure, and what it is over HTTP and in a shell. */
import { type CaptureError, CaptureReason } from "@orbweaver/core/model/CaptureError"
import * as Library from "orbweaver/errors"
import { codes } from "../../packages/orbweaver/src/cli/exit.ts"
import { parts } from "../../packages/orbweaver/src/cli/troubleshooting.ts"
import { document } from "../../packages/http/src/openapi/openapi.ts"
import { toErrorBody } from "../../packages/http/src/wire/toErrorBody.ts"
import { failures, sourcesOf } from "./comments.ts"
import { code, page, table } from "./text.ts"

interface Help {
  /** What somebody does about it. */
  readonly cure: string
  /** The page that has more to say about it, and where on it. */
  readonly guide: readonly [title: string, link: string]
}

const help: Readonly<Record<string, Help>> = {
  CaptureError: {
    cure: "Read `error.reason._tag`: each reason has a part below.",
    guide: ["reasons", "#reasons-of-a-captureerror"]
  },
  AgentUnavailable: {
    cure: "Give the instance a model: `createOrbweaver({ model })`, or `--model` on the command line.",
    guide: ["models", "../guide/models.md"]
  },
  FormatError: {
    cure: "`error.format` and `error.detail` say what could not be read. Where a language model failed, `error.model` is `unavailable` (try again) or `unusable` (change the schema or the prompt). Without that format the page is read.",
    guide: ["models", "../guide/models.md"]
  },
  ErasureBlocked: {
    cure: "Cancel the jobs that `error.ids` names, or wait for them, and erase again.",
    guide: ["erasure", "../guide/erasure.md"]
  },
  MonitorBusy: {
    cure: "Wait until the check `error.checkId` has ended.",
    guide: ["monitors", "../guide/monitors.md"]
  },
  MonitorNotFound: {
    cure: "Check the id: `listMonitors` has the monitors of the account.",
    guide: ["monitors", "../guide/monitors.md"]
  },
  WarcError: {
    cure: "Repair the file, or write it again: records before `error.offset` were read.",
    guide: ["web archives", "../guide/web-archives.md"]
  },
  UnknownFormat: {
    cure: "Correct the name in `formats`, or pass the format to `createOrbweaver({ formats })`.",
    guide: ["formats", "formats.md"]
  },
  InvalidInput: {
    cure: "Correct the fields that `error.issues` names.",
    guide: ["options", "options.md"]
  },
  JobNotFound: {
    cure: "Check the id, and that the store is the one the job was started in. Jobs expire.",
    guide: ["jobs on disk", "../guide/resume.md"]
  },
  InsufficientCredits: {
    cure: "Wait for the next billing period, raise the plan, or ask for fewer pages.",
    guide: ["quotas", "../guide/teams-and-keys.md"]
  },
  SearchError: {
    cure: "Read `error.why`: set the key of the engine, wait, or configure another engine.",
    guide: ["searching", "../guide/searching.md"]
  },
  StepError: {
    cure: "Mend the step that `error.step` names.",
    guide: ["steps", "../guide/own-format.md#steps-and-parsers"]
  },
  StoreError: {
    cure: "Look at the disk or the database. `kind` says whether it is full (`full`), out of reach (`unavailable`), refuses the values (`rejected`) or this process (`misconfigured`: a key, a right or a name is wrong), or cannot read what it has (`damaged`).",
    guide: ["when the store fails", "../guide/resume.md#when-the-store-fails"]
  },
  InstanceClosed: {
    cure: "Make the call before `close()`, or with another instance.",
    guide: ["the library", "../guide/library.md#the-process"]
  },
  NothingReached: {
    cure: "Look at the first failure in the message: often DNS, robots.txt or an address that is refused.",
    guide: ["troubleshooting", `../start/troubleshooting.md#${parts.NothingReached}`]
  },
  BrowserSessionNotFound: {
    cure: "Open a session again: it has ended, or belongs to another account.",
    guide: ["browser sessions", "../guide/browser-sessions.md"]
  },
  TooManyBrowserSessions: {
    cure: "End a session that is no longer needed, or wait until one has ended.",
    guide: ["browser sessions", "../guide/browser-sessions.md"]
  },
  TooManyMonitors: {
    cure: "Remove a monitor that is no longer needed, or raise `maxMonitors` of the team's plan.",
    guide: ["monitors", "../guide/monitors.md"]
  },
  WaitTimedOut: {
    cure: "Raise `waitTimeout`, or read the job later by its id: it goes on.",
    guide: ["durations", "../guide/library.md#durations"]
  },
  DataMismatch: {
    cure: "Make fields optional in the schema, or read `error.message` for the value that does not fit.",
    guide: ["extracting", "../guide/extracting.md"]
  },
  TimedOut: {
    cure: "Raise `timeout`, or drop `waitFor`, `actions` and formats that take long.",
    guide: ["troubleshooting", `../start/troubleshooting.md#${parts.TimedOut}`]
  },
  DnsFailed: {
    cure: "Check the host name and the resolver of the machine.",
    guide: ["proxies", "../guide/proxies.md"]
  },
  TlsFailed: {
    cure: "Mend the certificate, or pass `skipTlsVerification: true` for a server that you trust.",
    guide: ["troubleshooting", `../start/troubleshooting.md#${parts.TlsFailed}`]
  },
  ConnectionFailed: {
    cure: "Check that the server is up, and whether a proxy or firewall is between.",
    guide: ["proxies", "../guide/proxies.md"]
  },
  Refused: {
    cure: "For your own machine or network pass `egress: { allowLocal: true }` or `allowNetworks`. Other addresses are refused on purpose.",
    guide: ["troubleshooting", `../start/troubleshooting.md#${parts.Refused}`]
  },
  TooManyRedirects: {
    cure: "Ask for the address at the end of the chain; a login wall often redirects in a circle.",
    guide: ["logins", "../guide/login.md"]
  },
  TooLarge: {
    cure: "The body is larger than the limit: ask for a smaller file.",
    guide: ["documents", "../guide/documents.md"]
  },
  Unsupported: {
    cure: "The file is of a kind that no parser reads: pass one with `createOrbweaver({ parsers })`.",
    guide: ["documents", "../guide/documents.md"]
  },
  NeedsBrowser: {
    cure: "Install `@orbweaver/browser` and pass `createOrbweaver({ renderer: playwright() })`. Where there is no Chrome, install `@sparticuz/chromium` too. Or drop the options that `error.reason.features` names.",
    guide: ["JavaScript pages", "../guide/javascript-pages.md"]
  },
  UnreadableDocument: {
    cure: "The file is damaged or protected by a password.",
    guide: ["documents", "../guide/documents.md"]
  },
  NotCached: {
    cure: "Drop `minAge` or `lockdown`, or scrape the page first.",
    guide: ["caching", "../guide/caching.md"]
  },
  Overloaded: {
    cure: "Try again after `retryAfterSeconds`, send fewer at once, or raise `inFlight`.",
    guide: ["many at once", "../guide/concurrency.md"]
  },
  Crashed: {
    cure: "Try again; give the browser more memory if it happens with the same page.",
    guide: ["memory", `../start/troubleshooting.md#${parts.Crashed}`]
  },
  ActionFailed: {
    cure: "Correct the action at `index`: its selector is not on the page, or not yet.",
    guide: ["actions", "../guide/actions.md#when-an-action-fails"]
  },
  Vetoed: {
    cure: "Nothing is broken: `error.reason.hook` names the hook of yours that refused (`scope`: the job may not read that address), and `detail` its reason.",
    guide: ["hooks", "../guide/hooks.md"]
  },
  HookFailed: {
    cure: "Mend the hook that `error.reason.hook` names, or raise `hookTimeout`.",
    guide: ["hooks", "../guide/hooks.md"]
  }
}

const helpOf = (tag: string): Help => {
  const found = help[tag]
  if (found === undefined)
    throw new Error(`The error ${tag} has no cure and guide: write them into docs/generate/errors.ts`)
  return found
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
  /** A part of the page for each error, so that messages and people can link to it. */
  const partOf = (tag: string, overHttp: boolean): string => {
    const { comment = "", fields = [] } = all.get(tag) ?? {}
    const { cure, guide } = helpOf(tag)
    return [
      `### ${tag}`,
      ...(comment === "" ? [] : [comment]),
      `**Cure.** ${cure}`,
      `**Guide:** [${guide[0]}](${guide[1]}).${overHttp ? ` **Over HTTP:** ${wireOf(tag)}.` : ""}`,
      ...(fields.length === 0
        ? []
        : [
            table(
              ["Field", "What it is"],
              fields.map(({ comment: text, name }) => [code(name), text])
            )
          ])
    ].join("\n\n")
  }
  const tags = Object.keys(Library)
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
  return page(
    {
      title: "Errors",
      order: 4,
      group: "Tables",
      alsoKnownAs: "error codes, error handling, exit codes, HTTP status codes, catch, exceptions, tagged errors, retry"
    },
    [
      'Methods of the library reject with classes: `error instanceof CaptureError`, or `error._tag === "CaptureError"`. They are exported by `orbweaver` and `orbweaver/errors`. With Effect they are the error channel.',
      "A page that answers 404 or 500 is no error. It is a document with that `metadata.statusCode`.",
      "## Errors of the library",
      ...tags.map((tag) => partOf(tag, false)),
      "## Reasons of a `CaptureError`",
      "`error.reason._tag` says why a page could not be captured.",
      ...reasons.map((tag) => partOf(tag, true)),
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
    ]
  )
}
