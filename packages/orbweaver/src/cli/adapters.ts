/** From flags that several commands share to the adapters they mean. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import type { Egress } from "@orbweaver/core/Egress"
import { Renderer } from "@orbweaver/core/Renderer"
import { type Adapters, layer, scraping } from "../Services.ts"
import { codes, Exit } from "./exit.ts"
import { allowLocal } from "./flags.ts"

/** Flags of every command that contacts pages. */
export const pageFlags = {
  allowLocal,
  browser: Flag.Boolean("browser").pipe(
    Flag.withDescription("Use a browser where a page needs one, if one is found; --no-browser never does"),
    Flag.withDefault(true)
  )
}

/** Flags of commands that keep jobs. */
export const storeFlags = {
  data: Flag.Directory("data").pipe(
    Flag.withDescription("Keep jobs, ledger and cache in this directory"),
    Flag.optional
  ),
  database: Flag.String("database").pipe(
    Flag.withDescription("Keep them in PostgreSQL: postgres://user:password@host/database"),
    Flag.optional
  )
}

interface PageInput {
  readonly allowLocal: boolean
  readonly browser: boolean
}

interface StoreInput extends PageInput {
  readonly data: Option.Option<string>
  readonly database: Option.Option<string>
}

const pages = ({ allowLocal, browser }: PageInput): Adapters => ({
  egress: { allowLocal },
  ...(browser ? { renderer: installedBrowser } : {})
})

/** `@orbweaver/browser` when it is installed and finds a browser; otherwise none. */
const installedBrowser: Layer.Layer<Renderer, never, Egress> = Layer.unwrap(
  Effect.tryPromise(() => import("@orbweaver/browser")).pipe(
    Effect.map(({ playwright }) => Layer.catchCause(playwright(), () => Renderer.layerNone)),
    Effect.orElseSucceed(() => Renderer.layerNone)
  )
)

/** Services of a command that scrapes single pages. */
export const pageLayer = (input: PageInput) => scraping(pages(input))

/** Services of a command that works on jobs. */
export const jobLayer = (input: StoreInput, rest: Adapters = {}) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const stores = yield* storesOf(input)
      return layer({ ...pages(input), ...rest, ...(stores === undefined ? {} : { stores }) })
    })
  )

const storesOf = Effect.fnUntraced(function* ({ data, database }: StoreInput) {
  if (Option.isSome(data) && Option.isSome(database)) {
    return yield* new Exit({ code: codes.usage, text: "--data and --database cannot be used together" })
  }
  if (Option.isSome(database)) {
    const { postgres } = yield* Effect.tryPromise({
      try: () => import("@orbweaver/storage/postgres"),
      catch: () => new Exit({ code: codes.failed, text: "--database needs the packages pg-boss and @effect/sql-pg" })
    })
    return postgres(database.value)
  }
  if (Option.isSome(data)) {
    const { sqlite } = yield* Effect.promise(() => import("@orbweaver/storage/sqlite"))
    const { mkdir } = yield* Effect.promise(() => import("node:fs/promises"))
    yield* Effect.tryPromise({
      try: () => mkdir(data.value, { recursive: true }),
      catch: (error) => new Exit({ code: codes.failed, text: `--data: ${String(error)}` })
    })
    return sqlite(`${data.value}/orbweaver.sqlite`)
  }
  return undefined
})
