/** `orbweaver profiles`: the browser profiles that a store has, listed and removed. */
import { CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import { counted } from "@orbweaver/core/internal/support/counted"
import { type ProfileInfo, Profiles } from "@orbweaver/core/scrape/Profiles"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import { json, optionalText, texts } from "../flags/flags.ts"
import { note, print } from "../output/print.ts"
import { askStore, storeFlags } from "../settings/adapters.ts"
import * as stores from "../stores/stores.ts"

export const profiles = Command.make(
  "profiles",
  {
    account: optionalText("account", "Account whose profiles they are: the id of a team (default local)"),
    remove: texts("remove", "Name of a profile to remove; may be repeated"),
    json,
    ...storeFlags
  },
  Effect.fn(function* (given) {
    const input = yield* stores.existing(given)
    const id = Option.getOrElse(input.account, () => localAccount.id)
    const work = Effect.gen(function* () {
      if (input.remove.length > 0) return yield* removeAll(input.remove)
      return yield* show(input.json)
    })
    yield* askStore(input, Effect.provideService(work, CurrentAccount, { ...localAccount, id }))
  })
).pipe(
  Command.withDescription("List the browser profiles of a store, or remove some; what they hold is never shown"),
  Command.withExamples([
    { command: "orbweaver profiles --data .orbweaver", description: "Profiles of this user, and when they were used" },
    { command: "orbweaver profiles --remove shop --data .orbweaver", description: "Remove a profile" }
  ])
)

const removeAll = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const { remove } = yield* Profiles
  for (const name of names) {
    yield* remove(name)
    yield* note(`profile ${name} removed`)
  }
})

const show = Effect.fnUntraced(function* (asJson: boolean) {
  const found = yield* (yield* Profiles).list
  if (asJson) return yield* print(JSON.stringify(found.map(inJson), null, 2))
  if (found.length === 0) return yield* note("The account has no profiles")
  yield* print(found.map(lineOf).join("\n"))
})

const iso = (time: number): string => new Date(time).toISOString()

const inJson = ({ bytes, createdAt, expiresAt, name, savedAt, usedAt }: ProfileInfo) => ({
  name,
  bytes,
  createdAt: iso(createdAt),
  savedAt: iso(savedAt),
  usedAt: iso(usedAt),
  expiresAt: iso(expiresAt)
})

const lineOf = ({ bytes, expiresAt, name, savedAt, usedAt }: ProfileInfo): string =>
  `${name}  ${counted(bytes, "byte")}  saved ${iso(savedAt)}  used ${iso(usedAt)}  kept until ${iso(expiresAt)}`
