/**
 * What changed on the page since this account last scraped it
 * (docs/reference/v2.md §4 and §6, `changeTracking`).
 *
 * The previous version comes from `Snapshots`, by account, address and tag, and
 * the new one takes its place. Clocks, ages and tokens are no change
 * (`text/noise.ts`), and an error or a block page is no version.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { CurrentJob } from "@orbweaver/core/scrape/BlobStore"
import { pointer, pointerNames } from "@orbweaver/core/internal/support/jsonValue"
import { builtInFormat, type Fields, type Format, type FormatInput } from "@orbweaver/core/scrape/Format"
import { FormatError } from "@orbweaver/core/model/FormatError"
import type { ChangeTracking, FormatOptions } from "@orbweaver/core/model/formats/builtInFormats"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { FormatSpec } from "@orbweaver/core/model/ScrapeOptions"
import type { Service, Snapshot } from "@orbweaver/core/scrape/Snapshots"

/** Reads the fields that `json` mode compares, by schema or prompt, as the `json` format does. */
export type ReadFields = (
  input: FormatInput,
  wanted: Pick<FormatOptions<"changeTracking">, "schema" | "prompt">
) => Effect.Effect<Fields, FormatError | InvalidInput>

const comparesFields = ({ modes }: FormatSpec): boolean => Array.isArray(modes) && modes.includes("json")

export interface Settings {
  readonly readFields: ReadFields
  readonly usesModel?: boolean | undefined
}

/** Reads the facts of a page only for `json` mode; other pages are compared by their Markdown alone. */
export const changeTracking = (snapshots: Service, { usesModel = false, readFields }: Settings): Format =>
  builtInFormat("changeTracking", {
    uses: ["markdown"],
    usesAlso: (spec) => (comparesFields(spec) ? ["facts"] : []),
    // On top of the page (docs/reference/v2.md §16).
    credits: (spec) => (comparesFields(spec) ? 4 : 0),
    chargesTokens: true,
    mayAskModel: (spec) => usesModel && comparesFields(spec),
    fresh: true,
    run: Effect.fnUntraced(
      function* (input: FormatInput, options: FormatOptions<"changeTracking">) {
        const account = yield* CurrentAccount
        const url = new URL(input.page.requested)
        url.hash = ""
        const key = { accountId: account.id, url: url.href, tag: options.tag ?? "" }
        const modes = options.modes ?? []
        const gone = input.page.response.status === 404 || input.page.response.status === 410

        // What stands in place of the page is no version of it.
        if (!gone && (input.page.response.status >= 400 || input.page.outcome?.kind === "blocked")) {
          return { warning: "Change tracking: the page was blocked or empty, so it was not compared." }
        }

        const {
          json,
          madeBy,
          tokens,
          unsupported = [],
          warning
        }: Fields = modes.includes("json") && !gone ? yield* readFields(input, options) : {}
        const current: Snapshot = {
          capturedAt: input.page.capturedAt,
          markdown: input.fields.markdown ?? "",
          json,
          gone
        }
        const previous = Option.filter(yield* snapshots.latest(key), (snapshot) => !snapshot.gone)
        yield* snapshots.put(key, current)
        const visibility = yield* visibilityOf(input, account.id)
        const { cut, made } = yield* compare(Option.getOrUndefined(previous), current, modes, visibility)
        const warnings = [
          ...(warning === undefined ? [] : [`Change tracking: ${warning}`]),
          ...(cut ? ["Change tracking: the difference is long, so only its beginning is included."] : [])
        ]
        return {
          changeTracking: made,
          ...defined({ madeBy, tokens }),
          unsupported: unsupported.flatMap((at) => placeInDifference(made.json, at)),
          ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
        }
      },
      Effect.mapError((error) =>
        error._tag === "FormatError" || error._tag === "InvalidInput"
          ? error
          : new FormatError({ format: "changeTracking", detail: error.message, cause: error })
      )
    )
  })

/**
 * Where the current value of a field stands in the differences, below `changeTracking`; nowhere if the field did not
 * change. Names of differences are paths with dots, and whole lists are compared: `/spec/tags/0` may stand in
 * `/json/spec.tags/current/0`.
 */
const placeInDifference = (json: ChangeTracking["json"], at: string): ReadonlyArray<string> => {
  if (json === undefined) return []
  const names = pointerNames(at)
  for (let length = 0; length <= names.length; length++) {
    const path = names.slice(0, length).join(".")
    if (!Object.hasOwn(json, path)) continue
    return [names.slice(length).reduce(pointer, `${pointer("/json", path)}/current`)]
  }
  return []
}

/**
 * Visibility from the crawls in the caller's store; visible without one. Looked up while the format runs: the same
 * formats serve scrapes of processes that have no jobs.
 */
const visibilityOf = Effect.fnUntraced(function* ({ page }: FormatInput, accountId: string) {
  const store = Option.getOrUndefined(yield* Effect.serviceOption(JobStore))
  if (store === undefined) return "visible"
  const { visibility } = yield* Effect.promise(() => import("./visibility.ts"))
  const addresses = [new URL(page.requested), page.response.url]
  return yield* visibility(store, { accountId, addresses, jobId: yield* CurrentJob })
})

/** Loaded by the first page that was seen before. */
const differences = Effect.promise(() =>
  Promise.all([import("@orbweaver/core/text/pageDiff"), import("@orbweaver/core/internal/text/jsonDiff")])
)

const compare = Effect.fnUntraced(function* (
  previous: Snapshot | undefined,
  current: Snapshot,
  modes: ReadonlyArray<string>,
  visibility: "visible" | "hidden"
): Effect.fn.Return<{ readonly made: ChangeTracking; readonly cut: boolean }> {
  const base = {
    previousScrapeAt: previous === undefined ? null : new Date(previous.capturedAt).toISOString(),
    visibility
  } as const
  const whole = (made: ChangeTracking) => ({ made, cut: false })
  if (previous === undefined) return whole({ ...base, changeStatus: current.gone ? "removed" : "new" })
  if (current.gone) return whole({ ...base, changeStatus: "removed" })
  const [{ differInTurns, pageDiffInTurns }, { jsonDiff }] = yield* differences
  const diff = modes.includes("git-diff") ? yield* pageDiffInTurns(previous.markdown, current.markdown) : undefined
  const fields = modes.includes("json") ? jsonDiff(previous.json ?? null, current.json ?? null) : undefined
  // Who compares fields alone is not interested in other words of the page.
  const changed =
    diff === undefined && fields !== undefined
      ? Object.keys(fields).length > 0
      : (diff?.changed ?? (yield* differInTurns(previous.markdown, current.markdown)))
  if (!changed) return whole({ ...base, changeStatus: "same" })
  const made: ChangeTracking = {
    ...base,
    changeStatus: "changed",
    ...(diff === undefined ? {} : { diff: { text: diff.text, json: diff.json } }),
    ...defined({ json: fields })
  }
  return { made, cut: diff?.cut ?? false }
})
