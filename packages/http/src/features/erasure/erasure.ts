/** Erases what the caller's account has of a host or a page, or all of it (docs/guide/erasure.md). */
import { CallLog } from "@orbweaver/core/accounts/CallLog"
import { CallRecorder } from "@orbweaver/core/accounts/CallRecorder"
import { AnswerArchive } from "@orbweaver/core/accounts/AnswerArchive"
import { ProfileStore } from "@orbweaver/core/accounts/ProfileStore"
import { eraseOwn, type Stores } from "@orbweaver/core/internal/jobs/Erasure"
import type { ErasureBlocked } from "@orbweaver/core/internal/jobs/ErasureBlocked"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { PageCache } from "@orbweaver/core/scrape/PageCache"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { EraseRequest } from "../../v2/erasureBodies.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import { WireError } from "../../wire/ErrorBody.ts"
import { withoutCommon } from "../../wire/schemas.ts"
import { wireErrorOf } from "../../wire/wireErrorOf.ts"
import type { Engines } from "../Engines.ts"
import { offered } from "../notImplemented.ts"

const readRequest = reader(EraseRequest)

const blocked = (error: ErasureBlocked) =>
  Effect.fail(new WireError({ ...wireErrorOf(error, "v2"), details: { ids: error.ids } }))

export const erasureOperations = (engines: Engines) => ({
  erase: offered(
    storesOf(engines),
    "Erasures",
    "they need a server with all stores"
  )(
    { kind: "crawl", writes: true, body: "json" },
    Effect.fnUntraced(function* (stores, call) {
      const request = withoutCommon(yield* decodeBody(readRequest, call))
      const profiles = engines.engineOf(ProfileStore)
      const erasing = eraseOwn(call.caller.account.id, request)
      // Where the application stores no profiles there are none.
      const withProfiles = profiles === undefined ? erasing : Effect.provideService(erasing, ProfileStore, profiles)
      const erased = yield* withProfiles.pipe(Effect.provideContext(stores), Effect.catchTag("ErasureBlocked", blocked))
      return { success: true, dryRun: request.dryRun === true, erased }
    })
  )
})

/** Undefined where the application has left one out, in which the erased could stay. */
const storesOf = ({
  answers,
  callRecorder,
  calls,
  engineOf
}: Engines): Context.Context<Stores | AnswerArchive> | undefined => {
  const jobs = engineOf(JobStore)
  const monitors = engineOf(MonitorStore)
  const blobs = engineOf(BlobStore)
  const cache = engineOf(PageCache)
  const index = engineOf(LocalIndex)
  const snapshots = engineOf(Snapshots)
  return jobs && monitors && blobs && cache && index && snapshots
    ? Context.make(JobStore, jobs).pipe(
        Context.add(MonitorStore, monitors),
        Context.add(BlobStore, blobs),
        Context.add(PageCache, cache),
        Context.add(LocalIndex, index),
        Context.add(Snapshots, snapshots),
        Context.add(AnswerArchive, answers),
        (stores) => (calls === undefined ? stores : Context.add(stores, CallLog, calls)),
        (stores) => (callRecorder === undefined ? stores : Context.add(stores, CallRecorder, callRecorder))
      )
    : undefined
}
