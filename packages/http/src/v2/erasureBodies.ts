/** Bodies of an erasure (docs/guide/erasure.md). */
import { OwnErasure, targetProblem } from "@orbweaver/core/model/ErasureTarget"
import * as Schema from "effect/Schema"
import { common, Success } from "../wire/schemas.ts"

export const EraseRequest = Schema.Struct({ ...OwnErasure.fields, ...common }).check(Schema.makeFilter(targetProblem))

const count = (description: string) => Schema.Int.annotate({ description })

export const EraseResponse = Schema.Struct({
  success: Success,
  dryRun: Schema.Boolean.annotate({ description: "Whether nothing was erased, because only counts were asked for" }),
  erased: Schema.Struct({
    jobs: count("Jobs that were removed"),
    pages: count("Pages of jobs that stay"),
    monitors: count("Monitors"),
    checks: count("Checks of monitors"),
    cachedPages: count("Pages of the cache"),
    indexedPages: count("Pages of the search index"),
    snapshots: count("Versions of pages that later ones are compared with"),
    answers: count("Answers of single scrapes that are kept under their ids"),
    calls: count("Calls of the list of calls"),
    profiles: count("Browser profiles; with `everything` alone"),
    hosts: count("Hosts of which it was known how they are to be asked"),
    blobs: count("Pictures and files; a dry run does not count them")
  }).annotate({ description: "How many there were of each kind" })
})
