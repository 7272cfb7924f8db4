/** The addresses of a site in the shapes of both versions (docs/reference/v2.md §11, v1.md §7). */
import { pathDepth } from "@orbweaver/core/internal/crawl/Discovery"
import { MapOptions } from "@orbweaver/core/model/MapOptions"
import { counted } from "@orbweaver/core/internal/support/counted"
import type { MapLink } from "@orbweaver/core/crawl/Mapper"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { offered } from "../notImplemented.ts"
import { readAddressed, type Reader, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { WireError } from "../../wire/ErrorBody.ts"
import type { Operation } from "../../gate/Operation.ts"
import { unsupportedFieldsWarning } from "../../wire/unsupportedFields.ts"
import * as V1 from "../../v1/schemas.ts"
import { crawlRules } from "../../v1/wire.ts"
import * as V2 from "../../v2/schemas.ts"
import { type Warned, withWarning } from "../../wire/warning.ts"

/** `links`: what was found in time, as an answer has it; `warning`: why addresses may be missing besides. */
const timedOut = (links: ReadonlyArray<unknown>, warning: string | undefined) => {
  const found =
    links.length === 0
      ? ""
      : `. \`details.links\` has the ${counted(links.length, "address", "addresses")} found so far`
  return new WireError({
    status: 408,
    error: [`Map timed out${found}`, ...(warning === undefined ? [] : [warning])].join(". "),
    code: "MAP_TIMEOUT",
    ...(links.length === 0 ? {} : { details: { links } })
  })
}

/** Credits of one call. */
const cost = 1

const operation = <A extends { readonly url: string }>(
  engines: Engines,
  read: Reader<A>,
  optionsOf: (body: A) => MapOptions,
  write: (links: ReadonlyArray<MapLink>, start: URL, body: A) => ReadonlyArray<unknown>
): Operation =>
  offered(engines.mapper, "Maps")(
    { kind: "map", writes: true, body: "json", price: () => ({ unit: "credits", amount: cost }), judged: true },
    (mapper, { body, caller, version }) =>
      Effect.gen(function* () {
        const { url, value } = yield* readAddressed(read, body, version, engines.egress.policy)
        const { links, timedOut: late, warning } = yield* mapper.map(value.url, optionsOf(value))
        const written = write(links, url, value)
        if (late) return yield* timedOut(written, warning)
        yield* engines.ledger.debit({
          id: `map/${crypto.randomUUID()}`,
          accountId: caller.account.id,
          unit: "credits",
          amount: cost,
          reason: "map",
          keyName: caller.account.keyName
        })
        const answer: Warned = {
          success: true,
          links: written,
          ...(warning === undefined ? {} : { warning })
        }
        return withWarning(answer, unsupportedFieldsWarning(body))
      })
  )

const readV2 = reader(V2.MapRequest)

const optionNames = Object.keys(MapOptions.fields) as ReadonlyArray<keyof MapOptions>

export const mapV2 = (engines: Engines): Operation =>
  operation(
    engines,
    readV2,
    (body) => Struct.pick(body, optionNames),
    (links) => links
  )

const readV1 = reader(V1.MapRequest)

/** Most path segments of an address when the caller names none. */
const defaultMaxDepth = 10

export const mapV1 = (engines: Engines): Operation =>
  operation(
    engines,
    readV1,
    ({ sitemapOnly, ...body }) => ({
      ...crawlRules(body),
      ...Struct.pick(body, ["search", "includeSubdomains", "limit", "timeout", "location", "filterByPath", "delay"]),
      ...(sitemapOnly === true ? { sitemap: "only" as const } : {})
    }),
    (links, start, { maxDepth = defaultMaxDepth, search }) => {
      const near = links.filter(({ url }) => {
        const parsed = URL.parse(url)
        return parsed !== null && pathDepth(parsed) <= maxDepth + pathDepth(start)
      })
      // A search orders by relevance; without one the start comes first.
      if (search !== undefined) return near.map(({ url }) => url)
      const isStart = ({ url }: MapLink) => url.replace(/\/$/, "") === start.href.replace(/\/$/, "")
      return [...near.filter(isStart), ...near.filter((link) => !isStart(link))].map(({ url }) => url)
    }
  )
