/**
 * What changed on the page since this account last scraped it
 * (contract/v2.md §4 and §6, `changeTracking`).
 *
 * The previous version comes from `Snapshots`, by account, address and tag, and
 * the new one takes its place. Clocks, ages and tokens are no change
 * (`text/noise.ts`).
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CurrentAccount } from "../Account.ts"
import { type Format, FormatError, type FormatInput } from "../Format.ts"
import { type Snapshot, Snapshots } from "../Snapshots.ts"

const Options = Schema.Struct({
  modes: Schema.optionalKey(Schema.Array(Schema.Literals(["git-diff", "json"]))),
  /** JSON Schema of the fields that `json` mode compares. */
  schema: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  prompt: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(10_000))),
  /** Names a history of its own. */
  tag: Schema.optionalKey(Schema.NullOr(Schema.String))
})

const decode = Schema.decodeUnknownEffect(Options)

/** Reads the fields that `json` mode compares, by schema or prompt. */
export type ReadFields = (
  input: FormatInput,
  wanted: Pick<typeof Options.Type, "schema" | "prompt">
) => Effect.Effect<Schema.Json, FormatError>

/** `readFields` is what the `json` format does; without it `json` mode compares the scrape's own `json` field. */
export const changeTracking = (readFields?: ReadFields): Effect.Effect<Format, never, Snapshots> =>
  Effect.map(Snapshots, (snapshots) => ({
    name: "changeTracking",
    needs: [],
    uses: readFields === undefined ? ["markdown"] : ["markdown", "facts"],
    options: Options,
    run: Effect.fnUntraced(
      function* (input: FormatInput) {
        const options = yield* decode(input.spec)
        const account = yield* CurrentAccount
        const url = new URL(input.page.requested)
        url.hash = ""
        const key = { accountId: account.id, url: url.href, tag: options.tag ?? "" }
        const modes = options.modes ?? []

        const json = modes.includes("json")
          ? readFields === undefined
            ? input.fields.json
            : yield* readFields(input, options)
          : undefined
        const gone = input.page.response.status === 404 || input.page.response.status === 410
        const current: Snapshot = {
          capturedAt: input.page.capturedAt,
          markdown: input.fields.markdown ?? "",
          json,
          gone
        }
        const previous = Option.filter(yield* snapshots.latest(key), (snapshot) => !snapshot.gone)
        yield* snapshots.put(key, current)
        return { changeTracking: yield* compare(Option.getOrUndefined(previous), current, modes) }
      },
      Effect.mapError((error) =>
        error._tag === "FormatError"
          ? error
          : new FormatError({ format: "changeTracking", detail: error.message, cause: error })
      )
    )
  }))

/** Loaded by the first page that was seen before. */
const differences = Effect.promise(() => Promise.all([import("../text/pageDiff.ts"), import("../text/jsonDiff.ts")]))

const compare = Effect.fnUntraced(function* (
  previous: Snapshot | undefined,
  current: Snapshot,
  modes: ReadonlyArray<string>
): Effect.fn.Return<Schema.Json> {
  const base = {
    previousScrapeAt: previous === undefined ? null : new Date(previous.capturedAt).toISOString(),
    // A page that was named is reachable; crawls say which ones nothing links to.
    visibility: "visible"
  }
  if (previous === undefined) return { ...base, changeStatus: current.gone ? "removed" : "new" }
  if (current.gone) return { ...base, changeStatus: "removed" }
  const [{ pageDiff }, { jsonDiff }] = yield* differences
  const diff = pageDiff(previous.markdown, current.markdown)
  if (!diff.changed) return { ...base, changeStatus: "same" }
  const plain = (value: unknown) => value as Schema.Json
  return {
    ...base,
    changeStatus: "changed",
    ...(modes.includes("git-diff") ? { diff: plain({ text: diff.text, json: diff.json }) } : {}),
    ...(modes.includes("json") ? { json: plain(jsonDiff(previous.json ?? null, current.json ?? null)) } : {})
  }
})
