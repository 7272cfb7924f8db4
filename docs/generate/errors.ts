/** Every error that a caller of the library can meet: cause, fields, cure, and what it is over HTTP and in a shell. */
import { CaptureReason } from "@orbweaver/core/model/CaptureError"
import { captureErrors, type ErrorEntry, otherErrors } from "@orbweaver/core/internal/model/errorTable"
import * as Library from "orbweaver/errors"
import { codes } from "../../packages/orbweaver/src/cli/output/exit.ts"
import { document } from "../../packages/http/src/openapi/openapi.ts"
import { failures, sourcesOf } from "./comments.ts"
import { code, page, table } from "./text.ts"

type LibraryTag = InstanceType<(typeof Library)[keyof typeof Library]>["_tag"]

/** An error of the library without an entry does not compile. */
const entries: Readonly<Record<LibraryTag | CaptureReason["_tag"], ErrorEntry>> = { ...otherErrors, ...captureErrors }

const entryFor = (tag: string): ErrorEntry => {
  const found = (entries as Readonly<Record<string, ErrorEntry>>)[tag]
  if (found === undefined) throw new Error(`The error ${tag} is not in packages/core/src/model/errorTable.ts`)
  return found
}

/** A link from this page, which is in `reference`. */
const linkTo = (path: string): string => {
  const [file = "", part] = path.split("#")
  const anchor = part === undefined ? "" : `#${part}`
  if (file === "reference/errors") return anchor
  return `${file.startsWith("reference/") ? file.slice("reference/".length) : `../${file}`}.md${anchor}`
}

/** Status and code over HTTP. */
const wireOf = ({ code: name, status = 500 }: ErrorEntry): string =>
  `${status}${name === undefined ? "" : ` ${code(name)}`}`

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
    const entry = entryFor(tag)
    const { cure, guide } = entry
    return [
      `### ${tag}`,
      ...(comment === "" ? [] : [comment]),
      `**Cure.** ${cure}`,
      `**Guide:** [${guide[0]}](${linkTo(guide[1])}).${overHttp ? ` **Over HTTP:** ${wireOf(entry)}.` : ""}`,
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
