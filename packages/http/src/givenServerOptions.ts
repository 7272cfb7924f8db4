/** What the functions that mount the API are given: every option has its schema here. */
import type { Account, Subscription } from "@orbweaver/core/accounts/Account"
import { type KeyEntry, Scope } from "@orbweaver/core/accounts/ApiKeys"
import type { EgressPolicy } from "@orbweaver/core/network/Egress"
import * as Given from "@orbweaver/core/model/givenOptions"
import * as Schema from "effect/Schema"
import type { BodyLimits } from "./readBody.ts"
import type { ServerOptions } from "./Server.ts"

const address = Given.value(
  "an http or https address",
  (given) => typeof given === "string" && /^https?:$/.test(URL.parse(given)?.protocol ?? "")
)

export const serverOptions: Given.OptionSchemas<ServerOptions> = {
  prefix: Given.value("a path such as `/scraping`", (given) => typeof given === "string" && /^\/\S*$/.test(given)),
  publicUrl: address,
  allowedHosts: Given.texts,
  allowedOrigins: Given.texts,
  blobsAtRequestHost: Given.boolean,
  body: Given.options<BodyLimits>({ maxBytes: Given.number(1), deadline: Given.duration }),
  authenticate: Given.callback,
  // `{{JOB_ID}}` may stand anywhere in it.
  webhook: Given.text,
  metrics: Given.boolean,
  console: Given.value(
    "the files that `loadConsole()` gives",
    (given) => typeof given === "object" && given !== null && "get" in given
  ),
  requestLog: Given.boolean
}

/** Throws `InvalidInput`. */
export const checkServerOptions = (given: unknown): void =>
  Given.checkOptions("options of the API", serverOptions, given)

/** One key of a list: its text, or an object. */
export const keyEntry = Schema.Union([
  Given.text,
  Given.options<KeyEntry>({
    key: Given.text,
    name: Given.text,
    account: Given.options<Account>({
      id: Given.text,
      plan: Given.options<Subscription>({
        credits: Given.number(0),
        tokens: Given.number(0),
        concurrency: Given.number(0),
        requestsPerMinute: Schema.Record(Schema.String, Given.number(0)),
        retention: Given.duration
      }),
      billingDay: Given.wholeNumber(1),
      timeZone: Given.text,
      keyName: Given.text,
      egress: Given.options<Pick<EgressPolicy, "allow" | "block">>({ allow: Given.texts, block: Given.texts })
    }),
    scopes: Schema.Array(Given.oneOf(...Scope.literals))
  })
])
