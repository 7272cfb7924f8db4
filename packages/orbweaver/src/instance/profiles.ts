/** Browser profiles, for code without Effect. */
import { type ProfileInfo as StoredInfo, Profiles } from "@orbweaver/core/scrape/Profiles"
import * as Effect from "effect/Effect"

/** What is known of a profile without opening it. */
export interface ProfileInfo {
  readonly name: string
  /** Bytes as they are stored, encrypted. */
  readonly bytes: number
  readonly createdAt: Date
  readonly savedAt: Date
  readonly usedAt: Date
  /** When it is removed, if nobody uses it before. */
  readonly expiresAt: Date
}

const infoOf = ({ bytes, createdAt, expiresAt, name, savedAt, usedAt }: StoredInfo): ProfileInfo => ({
  name,
  bytes,
  createdAt: new Date(createdAt),
  savedAt: new Date(savedAt),
  usedAt: new Date(usedAt),
  expiresAt: new Date(expiresAt)
})

export const listProfiles = Effect.flatMap(Profiles, ({ list }) => Effect.map(list, (found) => found.map(infoOf)))

export const deleteProfile = (name: string) => Effect.flatMap(Profiles, ({ remove }) => remove(name))
