/** What a browser context holds, as a profile keeps it: cookies, `localStorage` and IndexedDB. */
import type { BrowserState } from "@orbweaver/core/network/BrowserState"
import * as Schema from "effect/Schema"
import type { BrowserContext } from "playwright-core"

const list = <S extends Schema.Top>(item: S) => Schema.mutable(Schema.Array(item))

/** The storage state of Playwright, read by the browser that is given it. */
const StorageState = Schema.Struct({
  cookies: list(
    Schema.Struct({
      name: Schema.String,
      value: Schema.String,
      domain: Schema.String,
      path: Schema.String,
      /** Seconds since the epoch; -1 for as long as the browser lives. */
      expires: Schema.Number,
      httpOnly: Schema.Boolean,
      secure: Schema.Boolean,
      sameSite: Schema.Literals(["Strict", "Lax", "None"]),
      partitionKey: Schema.optionalKey(Schema.String)
    })
  ),
  origins: list(
    Schema.Struct({
      origin: Schema.String,
      localStorage: list(Schema.Struct({ name: Schema.String, value: Schema.String })),
      /** Databases as Playwright writes them. */
      indexedDB: Schema.optionalKey(Schema.Json)
    })
  )
})

/** Fails on what no version of this program has written. */
export const readState = (state: BrowserState) => Schema.decodeUnknownEffect(StorageState)(state)

/** Cookies that end with the browser are kept as well: a login often is one. */
export const stateOf = async (context: BrowserContext): Promise<BrowserState> =>
  // Its types have members of value `undefined`, which JSON leaves out.
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))(
    JSON.stringify(await context.storageState({ indexedDB: true }))
  )
