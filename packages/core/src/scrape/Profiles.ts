/**
 * Browser profiles of the current account: cookies, `localStorage` and IndexedDB under a name, so that a login in one
 * browser serves the next. They are stored encrypted, bounded in size, number and age; one holder saves a profile at a time,
 * and everybody else reads it as it was last saved.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { CurrentAccount } from "../accounts/Account.ts"
import { idOf, type ProfileInfo, type ProfileKey, ProfileStore, type SealedProfile } from "../accounts/ProfileStore.ts"
import { sweepInTurns } from "../accounts/sweepInTurns.ts"
import { knowEveryCopy } from "../model/errorMark.ts"
import type { ProfileOptions } from "../model/ScrapeOptions.ts"
import type { StoreError } from "../model/StoreError.ts"
import type { StateHolder } from "../network/BrowserState.ts"

export type { ProfileInfo } from "../accounts/ProfileStore.ts"

/** The operator gave no key that encrypts profiles. */
export class ProfilesUnavailable extends Schema.TaggedError<ProfilesUnavailable>()("ProfilesUnavailable", {}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return "Profiles are stored encrypted only, and there is no key for them: set `profiles.encryptionKeys`, or ORBWEAVER_ENCRYPTION_KEYS of the server"
  }
}

/** Somebody else may save the profile at the moment. */
export class ProfileInUse extends Schema.TaggedError<ProfileInUse>()("ProfileInUse", { name: Schema.String }) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `The profile ${JSON.stringify(this.name)} is open in a session or a scrape that saves its changes: wait until that has ended, or open it with \`saveChanges: false\``
  }
}

/** The profile was encrypted with a key that this process does not have, or was changed in the store. */
export class ProfileUnreadable extends Schema.TaggedError<ProfileUnreadable>()("ProfileUnreadable", {
  name: Schema.String,
  /** Name of the key. */
  sealedBy: Schema.String
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `The profile ${JSON.stringify(this.name)} cannot be decrypted: its key ${this.sealedBy} is not among \`profiles.encryptionKeys\` (ORBWEAVER_ENCRYPTION_KEYS), or what is stored was changed`
  }
}

/** The account has as many profiles as it may. */
export class TooManyProfiles extends Schema.TaggedError<TooManyProfiles>()("TooManyProfiles", { limit: Schema.Int }) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `An account has at most ${this.limit} profiles: delete one that is no longer needed`
  }
}

/** There is no such profile of the account. */
export class ProfileNotFound extends Schema.TaggedError<ProfileNotFound>()("ProfileNotFound", { name: Schema.String }) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `There is no profile ${JSON.stringify(this.name)}`
  }
}

/** Encrypts profiles; `row` is authenticated with each, so that it is of no use under another account or name. */
export interface Sealing {
  readonly seal: (row: string, text: string) => SealedProfile | undefined
  /** Undefined where the key is missing or the text was changed. */
  readonly open: (row: string, sealed: SealedProfile) => string | undefined
}

export interface Limits {
  /** Bytes of a profile, as JSON. Default: 2 MiB. */
  readonly maxBytes?: number | undefined
  /** Profiles of an account. Default: 50. */
  readonly maxPerAccount?: number | undefined
  /** How long a profile is kept without being used. Default: 30 days. */
  readonly maxAge?: Duration.Input | undefined
}

export interface Options extends Limits {
  readonly sealing: Sealing
}

export type OpenError = ProfilesUnavailable | ProfileInUse | ProfileUnreadable | TooManyProfiles | StoreError

export interface OpenProfile {
  /** What a browser begins with, and where it puts what it leaves. */
  readonly state: StateHolder
  /** What callers should know of how it was opened. */
  readonly warning: string | undefined
  /** Saves what the browser has left. Gives why it was not saved, where callers should know. */
  readonly save: Effect.Effect<string | undefined, StoreError>
}

/** Of the current account alone. */
export interface Service {
  /** False where the operator gave no key: `open` then fails with `ProfilesUnavailable`. */
  readonly available: boolean
  /** Opens a profile until the scope ends. One that saves is nobody else's to save meanwhile, for `holdFor` at most. */
  readonly open: (
    profile: ProfileOptions,
    holdFor: Duration.Duration
  ) => Effect.Effect<OpenProfile, OpenError, Scope.Scope>
  /** By name. */
  readonly list: Effect.Effect<ReadonlyArray<ProfileInfo>, StoreError>
  /** Whoever has the profile open goes on, and saves nothing. */
  readonly remove: (name: string) => Effect.Effect<void, ProfileNotFound | StoreError>
}

const unavailable: Service = {
  available: false,
  open: () => Effect.fail(new ProfilesUnavailable()),
  list: Effect.succeed([]),
  remove: (name) => Effect.fail(new ProfileNotFound({ name }))
}

/** None where nothing stores them. */
export const Profiles: Context.Reference<Service> & { readonly layer: typeof layer } = Object.assign(
  Context.Reference<Service>("@orbweaver/core/Profiles", { defaultValue: () => unavailable }),
  { layer: (options: Options | undefined) => layer(options) }
)

export const defaults = { maxBytes: 2 * 1024 * 1024, maxPerAccount: 50, maxAge: Duration.days(30) } as const

/** How often profiles that nobody uses are removed. */
const sweepInterval = Duration.hours(1)

/** Without a key there is a list, and profiles are removed; none is opened. */
const layer = (options: Options | undefined): Layer.Layer<never, never, ProfileStore> =>
  Layer.effect(Profiles, make(options))

const make = Effect.fnUntraced(function* (options: Options | undefined) {
  const store = yield* ProfileStore
  const { maxBytes = defaults.maxBytes, maxPerAccount = defaults.maxPerAccount } = options ?? {}
  const maxAge = Duration.fromInputUnsafe(options?.maxAge ?? defaults.maxAge)
  yield* sweepInTurns(store.sweep, {
    key: "profiles",
    interval: sweepInterval,
    failure: "Profiles that nobody uses could not be removed"
  })

  const keyOf = (name: string) => Effect.map(CurrentAccount, ({ id }): ProfileKey => ({ accountId: id, name }))

  /** The right to save, given back with the scope. */
  const claim = Effect.fnUntraced(function* (key: ProfileKey, holdFor: Duration.Duration) {
    const holder = crypto.randomUUID()
    const release = store
      .release(key, holder)
      .pipe(
        Effect.catch((error) =>
          Effect.logWarning("A profile could not be given back; it is once its time is over", error)
        )
      )
    const claimed = yield* Effect.acquireRelease(store.claim(key, holder, holdFor), (claimed) =>
      claimed ? release : Effect.void
    )
    return claimed ? holder : yield* new ProfileInUse({ name: key.name })
  })

  const open = Effect.fnUntraced(function* ({ name, saveChanges = true }: ProfileOptions, holdFor: Duration.Duration) {
    if (options === undefined) return yield* new ProfilesUnavailable()
    const { sealing } = options
    const key = yield* keyOf(name)
    const row = `profile ${idOf(key)}`
    const holder = saveChanges ? yield* claim(key, holdFor) : undefined
    const stored = yield* store.use(key, maxAge)
    if (stored === undefined && saveChanges && (yield* store.list(key.accountId)).length >= maxPerAccount) {
      return yield* new TooManyProfiles({ limit: maxPerAccount })
    }
    const text = stored === undefined ? undefined : sealing.open(row, stored)
    if (stored !== undefined && text === undefined) {
      return yield* new ProfileUnreadable({ name, sealedBy: stored.sealedBy })
    }
    const state: StateHolder = {
      initial: text === undefined ? undefined : decodeState(text),
      isWanted: saveChanges,
      left: undefined
    }
    const notSaved = (why: string) => `The profile ${JSON.stringify(name)} was not saved: ${why}.`

    const save = Effect.gen(function* () {
      if (holder === undefined) return undefined
      if (state.left === undefined) return notSaved("the browser did not say what it holds")
      const text = JSON.stringify(state.left)
      const bytes = new TextEncoder().encode(text).byteLength
      if (bytes > maxBytes) return notSaved(`its ${bytes} bytes are more than the ${maxBytes} of \`profiles.maxBytes\``)
      const sealed = sealing.seal(row, text)
      if (sealed === undefined) return notSaved("there is no key that encrypts it")
      const result = yield* store.save({ ...key, ...sealed, holder, keepFor: maxAge, maxProfiles: maxPerAccount })
      return {
        saved: undefined,
        lost: notSaved("it was deleted meanwhile, or was open for too long"),
        full: notSaved(`the account has ${maxPerAccount} others, which is the most of \`profiles.maxPerAccount\``)
      }[result]
    })
    const warning =
      stored === undefined && !saveChanges
        ? `There is no profile ${JSON.stringify(name)}: the browser began without cookies. Leave saveChanges out to make one.`
        : undefined
    return { state, warning, save } satisfies OpenProfile
  })

  const service: Service = {
    available: options !== undefined,
    open,
    list: Effect.flatMap(CurrentAccount, ({ id }) => store.list(id)),
    remove: Effect.fnUntraced(function* (name) {
      const removed = yield* store.remove(yield* keyOf(name))
      if (!removed) return yield* new ProfileNotFound({ name })
    })
  }
  return service
})

/** What this program has written, and the key has vouched for. */
const decodeState = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))
