/** What the functions that mount the API are given: every option has its schema here. */
import type { Account, Subscription } from "@orbweaver/core/accounts/Account"
import { type KeyEntry, Scope } from "@orbweaver/core/accounts/ApiKeys"
import type { EgressPolicy } from "@orbweaver/core/network/Egress"
import { AddressRange } from "@orbweaver/core/internal/accounts/callerAddress"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import * as Schema from "effect/Schema"
import type { BodyLimits } from "../wire/readBody.ts"
import type { Authenticate } from "../gate/Operation.ts"
import { type Doors, doorOptions } from "../doors/doors.ts"
import type { ConsoleFiles } from "../console/files.ts"
import type { OpenServerOptions } from "../gate/OpenServer.ts"

export interface ServerOptions extends OpenServerOptions {
  /** Path under which the API lives, such as `/scraping`; the root when absent. */
  readonly prefix?: `/${string}` | undefined
  /**
   * Address that clients reach the API at, without the prefix; read from each request when absent. A server without
   * keys answers its host and origin.
   */
  readonly publicUrl?: string | undefined
  /**
   * Pictures of a scrape are at the address that its caller reached this server at, whatever the store says; for a
   * store whose addresses are this server's. False when absent.
   */
  readonly blobsAtRequestHost?: boolean | undefined
  readonly body?: Partial<BodyLimits> | undefined
  /**
   * Says whose request it is, instead of API keys. Other websites are refused then (`allowedOrigins`), since browsers send
   * cookies for them; jobs are watched by polling. API keys when absent.
   */
  readonly authenticate?: Authenticate | undefined
  /**
   * Issuers of the tokens that `authenticate` takes, such as `https://login.example.com`: named to clients of the door `mcp`
   * (RFC 9728). None when absent.
   */
  readonly authorizationServers?: ReadonlyArray<string> | undefined
  /**
   * Addresses of proxies before this server, such as `["10.0.0.0/8"]`: `X-Forwarded-For` of a request that comes from one says
   * whose it is, for keys that are limited to addresses. None when absent: whoever connects is the caller.
   */
  readonly trustedProxies?: ReadonlyArray<string> | undefined
  /** Webhook of jobs without a webhook of their own; `{{JOB_ID}}` in it becomes the id of the job. */
  readonly webhook?: string | undefined
  /** Counts and times requests, and serves `GET /metrics` without authentication. Default false. */
  readonly metrics?: boolean | undefined
  /**
   * Serves the console at `/console` with its own endpoints below it: the files that `loadConsole` of
   * `@orbweaver/console` gives. Not served when absent.
   */
  readonly console?: ConsoleFiles | undefined
  /** Endpoints for programs that speak another protocol; none when absent. */
  readonly doors?: Doors | undefined
  /**
   * Browser sessions have addresses for others without a key: `cdpUrl` for clients of the Chrome DevTools Protocol, such as
   * Playwright's `connectOverCDP`, and pages that show the browser (`liveViewUrl`) and take mouse and keys
   * (`interactiveLiveViewUrl`). All of them stay under the egress policy. On Node, and where the host hands `upgrade`
   * events over. Default false: the fields are empty.
   */
  readonly remoteControl?: boolean | undefined
  /** Log a line for every request that an operation answered; false when absent. */
  readonly requestLog?: boolean | undefined
}

const address = Given.value(
  "an http or https address",
  (given) => typeof given === "string" && /^https?:$/.test(URL.parse(given)?.protocol ?? "")
)

const isRange = Schema.is(AddressRange)

/** As the list of a key, and of proxies. */
const addressRanges = Schema.Array(Given.value("an IP address, or a range such as `203.0.113.0/24`", isRange))

export const serverOptions: Given.OptionSchemas<ServerOptions> = {
  prefix: Given.value("a path such as `/scraping`", (given) => typeof given === "string" && /^\/\S*$/.test(given)),
  publicUrl: address,
  allowedHosts: Given.texts,
  allowedOrigins: Given.texts,
  blobsAtRequestHost: Given.boolean,
  body: Given.options<BodyLimits>({ maxBytes: Given.number(1), deadline: Given.duration }),
  authenticate: Given.callback,
  authorizationServers: Schema.Array(address),
  trustedProxies: addressRanges,
  // `{{JOB_ID}}` may stand anywhere in it.
  webhook: Given.text,
  metrics: Given.boolean,
  console: Given.value(
    "the files that `loadConsole()` gives",
    (given) => typeof given === "object" && given !== null && "get" in given
  ),
  doors: Given.options<Doors>(doorOptions),
  remoteControl: Given.boolean,
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
    account: Given.options<Omit<Account, "threats">>({
      id: Given.text,
      plan: Given.options<Subscription>({
        credits: Given.number(0),
        tokens: Given.number(0),
        concurrency: Given.number(0),
        maxOpenJobs: Given.number(0),
        requestsPerMinute: Schema.Record(Schema.String, Given.number(0)),
        maxMonitors: Given.number(0),
        retention: Given.duration
      }),
      billingDay: Given.wholeNumber(1),
      timeZone: Given.text,
      keyName: Given.text,
      egress: Given.options<Pick<EgressPolicy, "allow" | "block">>({ allow: Given.texts, block: Given.texts })
    }),
    scopes: Schema.Array(Given.oneOf(...Scope.literals)),
    addresses: addressRanges
  })
])
