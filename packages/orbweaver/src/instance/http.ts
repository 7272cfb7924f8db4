/** The API over the services of an instance: library and clients share its jobs, pages and limits. */
import { type Account, localAccount } from "@orbweaver/core/accounts/Account"
import { ApiKeys, defaultScopes, type KeyEntry } from "@orbweaver/core/accounts/ApiKeys"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { keyEntry, serverOptions } from "@orbweaver/http/internal/server/serverOptions"
import { type Mounted, mount } from "@orbweaver/http/Node"
import type { IncomingRequest, ServerOptions } from "@orbweaver/http/Server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import type { Services, SiteServices } from "../assembly/Services.ts"

type Who = string | Account | null | undefined

/** How the API of an instance is mounted. */
export interface HttpInput extends Omit<ServerOptions, "authenticate"> {
  /**
   * Says whose request it is: the id of an account without limits, an account with its own, or `undefined` or `null`,
   * which is answered 401. What it throws goes to the log and is answered 500. `request.source` is the host's own request, with what its middleware left there. Pages of other websites
   * are refused unless they are in `allowedOrigins`. Default: `keys`.
   */
  readonly authenticate?: ((request: IncomingRequest) => Who | Promise<Who>) | undefined
  /**
   * API keys: texts, which are keys of the account `local`, `{ key, account }` of others, or a `Layer` that finds them, with
   * the instance of `orbweaver/effect`.
   * Default: none, so that whoever reaches the host is answered, under the names of loopback and of `allowedHosts`.
   */
  readonly keys?: ReadonlyArray<string | KeyEntry> | Layer.Layer<ApiKeys> | undefined
}

export type { Mounted as MountedApi } from "@orbweaver/http/Node"

/** A layer of another Effect than that of the instance may not fit. */
const isOwnLayer = (given: unknown): boolean =>
  Layer.isLayer(given) && Object.getPrototypeOf(given) === Object.getPrototypeOf(Layer.empty)

const schemas: Given.OptionSchemas<HttpInput> = {
  ...serverOptions,
  keys: Schema.Union([
    Given.value("`ApiKeys.layerStatic([…])`, with the instance of `orbweaver/effect`", isOwnLayer),
    Schema.Array(keyEntry)
  ])
}

/** Throws `InvalidInput`. */
export const checkHttp = (given: unknown): void => Given.checkOptions("options of http", schemas, given)

export const mountApi = (
  runtime: ManagedRuntime.ManagedRuntime<Services | SiteServices, unknown>,
  { authenticate, keys, ...options }: HttpInput
): Effect.Effect<Mounted, never, Services | SiteServices> =>
  Effect.gen(function* () {
    const scope = yield* Scope.fork(runtime.scope)
    const layer = keysOf(keys, authenticate !== undefined)
    const service = Context.get(yield* Layer.buildWithScope(layer, scope), ApiKeys)
    const mounted = mount({
      ...options,
      ...(authenticate === undefined ? {} : { authenticate: holderOf(authenticate) })
    })
    return yield* mounted.pipe(Effect.provideService(ApiKeys, service), Effect.provideService(Scope.Scope, scope))
  })

/** Without keys everybody is answered; with the application's own authentication no key is known. */
const keysOf = (keys: HttpInput["keys"], hasOwn: boolean): Layer.Layer<ApiKeys> => {
  if (keys === undefined) return hasOwn ? ApiKeys.layerStatic([]) : ApiKeys.layerOpen()
  return "map" in keys ? ApiKeys.layerStatic(keys) : keys
}

const holderOf =
  (authenticate: NonNullable<HttpInput["authenticate"]>): NonNullable<ServerOptions["authenticate"]> =>
  async (request) => {
    const who = await authenticate(request)
    if (who === undefined || who === null || who === "") return undefined
    return { account: typeof who === "string" ? { ...localAccount, id: who } : who, scopes: defaultScopes }
  }
