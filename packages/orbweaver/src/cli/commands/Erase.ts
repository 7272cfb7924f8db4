/** `orbweaver erase`: removes all that a store has of a host, a page or an account. */
import { eraseCached, erase as eraseStored, type Erased } from "@orbweaver/core/internal/jobs/Erasure"
import type { ErasureTarget } from "@orbweaver/core/model/ErasureTarget"
import { counted } from "@orbweaver/core/internal/support/counted"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import { jobLayer, storeFlags } from "../settings/adapters.ts"
import { userCache } from "../stores/cache.ts"
import { type Exit, mapExit, usage } from "../output/exit.ts"
import { json, optionalText, toggle } from "../flags/flags.ts"
import { print } from "../output/print.ts"
import * as stores from "../stores/stores.ts"

export const erase = Command.make(
  "erase",
  {
    host: optionalText("host", "Host to erase, with and without www, such as example.com"),
    subdomains: toggle("subdomains", "Also erase the hosts below it"),
    url: optionalText("url", "Page to erase"),
    account: optionalText("account", "Account to erase: the id of a team, or local"),
    dryRun: toggle("dry-run", "Count what would be erased, and erase nothing"),
    json,
    ...storeFlags
  },
  Effect.fn(function* (given) {
    const input = yield* stores.named(given)
    const target = yield* targetOf(input)
    const { dryRun } = input
    const cached = yield* mapExit(eraseCached(target, { dryRun })).pipe(Effect.provide(yield* userCache))
    const stored =
      Option.isNone(input.data) && Option.isNone(input.database)
        ? undefined
        : yield* mapExit(eraseStored(target, { dryRun })).pipe(
            Effect.provide(jobLayer(input, { worker: false }, stores.noServer))
          )
    const erased = { ...stored, cachedPages: cached + (stored?.cachedPages ?? 0) }
    yield* print(input.json ? JSON.stringify({ dryRun, erased }, null, 2) : inWords(erased, dryRun))
  })
).pipe(
  Command.withDescription(
    "Erase what a store, and the cache of this user, have of a host, a page or an account; debits are kept"
  )
)

interface TargetInput {
  readonly host: Option.Option<string>
  readonly subdomains: boolean
  readonly url: Option.Option<string>
  readonly account: Option.Option<string>
}

const targetOf = ({ account, host, subdomains, url }: TargetInput): Effect.Effect<ErasureTarget, Exit> => {
  const given = [
    ...Option.toArray(host).map((name): ErasureTarget => ({ host: name, subdomains })),
    ...Option.toArray(url).map((address): ErasureTarget => ({ url: address })),
    ...Option.toArray(account).map((id): ErasureTarget => ({ account: id }))
  ]
  const [target] = given
  return target === undefined || given.length > 1 || (subdomains && Option.isNone(host))
    ? usage("give one of --host HOST [--subdomains], --url URL and --account ID")
    : Effect.succeed(target)
}

/** One kind a line, in the order of `Erased`. */
const nouns: Readonly<Record<keyof Erased, string>> = {
  jobs: "job",
  pages: "page",
  monitors: "monitor",
  checks: "check",
  cachedPages: "cached page",
  indexedPages: "indexed page",
  snapshots: "page version",
  answers: "kept answer",
  calls: "logged call",
  profiles: "profile",
  hosts: "host",
  blobs: "stored file"
}

const inWords = (erased: Partial<Erased>, dryRun: boolean): string => {
  const found = Object.entries(nouns).flatMap(([kind, noun]) => {
    const count = erased[kind as keyof Erased] ?? 0
    return count === 0 ? [] : [counted(count, noun)]
  })
  const what = found.length === 0 ? "nothing" : found.join(", ")
  return dryRun ? `would erase ${what}` : `erased ${what}`
}
