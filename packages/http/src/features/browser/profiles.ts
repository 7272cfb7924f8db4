/** Browser profiles of the team (docs/guide/profiles.md). What they hold is never answered. */
import type { ProfileInfo } from "@orbweaver/core/scrape/Profiles"
import * as Effect from "effect/Effect"
import type { Operation } from "../../gate/Operation.ts"
import type { Engines } from "../Engines.ts"

const iso = (time: number): string => new Date(time).toISOString()

const answerOf = ({ bytes, createdAt, expiresAt, name, savedAt, usedAt }: ProfileInfo) => ({
  name,
  bytes,
  createdAt: iso(createdAt),
  savedAt: iso(savedAt),
  usedAt: iso(usedAt),
  expiresAt: iso(expiresAt)
})

export const profileOperations = ({ profiles }: Engines) => ({
  listProfiles: {
    kind: "status",
    work: () => Effect.map(profiles.list, (found) => ({ success: true, profiles: found.map(answerOf) }))
  } satisfies Operation,
  deleteProfile: {
    kind: "status",
    writes: true,
    work: ({ params }) => Effect.as(profiles.remove(params["id"] ?? ""), { success: true })
  } satisfies Operation
})
