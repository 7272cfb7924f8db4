/**
 * Port: encrypted browser profiles of accounts, and who may save each of them at the moment.
 *
 * Adapters: `ProfileStore.layerMemory` for one process, SQL in `@orbweaver/storage` for several. Contract:
 * `ProfileStoreSuite` in `@orbweaver/testing`. Stores never see what a profile holds: `Profiles` encrypts it.
 * @experimental
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../model/StoreError.ts"

export interface ProfileKey {
  readonly accountId: string
  readonly name: string
}

export interface ProfileInfo {
  readonly name: string
  /** Bytes as they are stored. */
  readonly bytes: number
  /** Milliseconds since the epoch, as the next three. */
  readonly createdAt: number
  readonly savedAt: number
  readonly usedAt: number
  /** When it is removed, if nobody uses it before. */
  readonly expiresAt: number
}

/** What a key has encrypted. */
export interface SealedProfile {
  /** Name of the key. */
  readonly sealedBy: string
  /** Base64. */
  readonly sealed: string
}

export interface SaveRequest extends ProfileKey, SealedProfile {
  /** Who holds the right to save. */
  readonly holder: string
  /** How long it is kept without being used. */
  readonly keepFor: Duration.Duration
  /** Profiles that the account may have. */
  readonly maxProfiles: number
}

/** `lost`: the holder has no right to save any more. `full`: the account has as many profiles as it may. */
export type SaveResult = "saved" | "lost" | "full"

export interface Service {
  /** By name. */
  readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<ProfileInfo>, StoreError>
  /** The profile as it was last saved, which is kept for so long from now on. */
  readonly use: (key: ProfileKey, keepFor: Duration.Duration) => Effect.Effect<SealedProfile | undefined, StoreError>
  /** Gives the right to save, for so long; false while another holder has it. The profile need not be there. */
  readonly claim: (key: ProfileKey, holder: string, holdFor: Duration.Duration) => Effect.Effect<boolean, StoreError>
  /** Takes the right to save from the holder. */
  readonly release: (key: ProfileKey, holder: string) => Effect.Effect<void, StoreError>
  /** Replaces what was saved, and keeps the right. */
  readonly save: (request: SaveRequest) => Effect.Effect<SaveResult, StoreError>
  /** Removes the profile, and the right to save it; returns whether it was there. */
  readonly remove: (key: ProfileKey) => Effect.Effect<boolean, StoreError>
  /** Removes all profiles of the account, and the rights to save them; returns how many there were. */
  readonly removeAll: (accountId: string) => Effect.Effect<number, StoreError>
  /** Removes the profiles that nobody has used for too long. */
  readonly sweep: Effect.Effect<void, StoreError>
}

export class ProfileStore extends Context.Service<ProfileStore, Service>()("@orbweaver/core/ProfileStore") {
  /** For one process, as long as it lives. */
  static readonly layerMemory: Layer.Layer<ProfileStore> = Layer.sync(ProfileStore, () => makeMemory())
}

/** One text for the account and the name of a profile. */
export const idOf = ({ accountId, name }: ProfileKey): string => JSON.stringify([accountId, name])

interface MemoryProfile extends ProfileInfo, SealedProfile {
  readonly accountId: string
}

interface Claim {
  readonly accountId: string
  readonly holder: string
  readonly endsAt: number
}

const makeMemory = (): Service => {
  const profiles = new Map<string, MemoryProfile>()
  const claims = new Map<string, Claim>()

  const drop = (now: number): void => {
    for (const [id, { expiresAt }] of profiles) if (expiresAt <= now) profiles.delete(id)
    for (const [id, { endsAt }] of claims) if (endsAt <= now) claims.delete(id)
  }
  /** Runs at one moment, when nothing is there that is past its time. */
  const at = <A>(run: (now: number) => A) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      drop(now)
      return run(now)
    })
  const ownOf = (accountId: string) => [...profiles.values()].filter((profile) => profile.accountId === accountId)

  return {
    list: (accountId) =>
      at(() =>
        ownOf(accountId)
          .map(({ bytes, createdAt, expiresAt, name, savedAt, usedAt }) => ({
            name,
            bytes,
            createdAt,
            savedAt,
            usedAt,
            expiresAt
          }))
          .toSorted(byName)
      ),
    use: (key, keepFor) =>
      at((now) => {
        const found = profiles.get(idOf(key))
        if (found === undefined) return undefined
        profiles.set(idOf(key), { ...found, usedAt: now, expiresAt: now + Duration.toMillis(keepFor) })
        return { sealedBy: found.sealedBy, sealed: found.sealed }
      }),
    claim: (key, holder, holdFor) =>
      at((now) => {
        const current = claims.get(idOf(key))
        if (current !== undefined && current.holder !== holder) return false
        claims.set(idOf(key), { accountId: key.accountId, holder, endsAt: now + Duration.toMillis(holdFor) })
        return true
      }),
    release: (key, holder) =>
      at(() => {
        if (claims.get(idOf(key))?.holder === holder) claims.delete(idOf(key))
      }),
    save: ({ accountId, holder, keepFor, maxProfiles, name, sealed, sealedBy }) =>
      at((now): SaveResult => {
        const id = idOf({ accountId, name })
        if (claims.get(id)?.holder !== holder) return "lost"
        const known = profiles.get(id)
        if (known === undefined && ownOf(accountId).length >= maxProfiles) return "full"
        profiles.set(id, {
          accountId,
          name,
          sealedBy,
          sealed,
          bytes: sealed.length,
          createdAt: known?.createdAt ?? now,
          savedAt: now,
          usedAt: now,
          expiresAt: now + Duration.toMillis(keepFor)
        })
        return "saved"
      }),
    remove: (key) =>
      at(() => {
        claims.delete(idOf(key))
        return profiles.delete(idOf(key))
      }),
    removeAll: (accountId) =>
      at(() => {
        for (const [id, claim] of claims) if (claim.accountId === accountId) claims.delete(id)
        const own = ownOf(accountId)
        for (const { name } of own) profiles.delete(idOf({ accountId, name }))
        return own.length
      }),
    sweep: at(() => undefined)
  }
}

/** Order of a list, the same in every store. */
export const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0
