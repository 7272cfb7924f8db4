/** The API over the services of an instance: library and clients share its jobs, pages and limits. */
import { type Account, localAccount } from "@orbweaver/core/accounts/Account"
import { ApiKeys, defaultScopes } from "@orbweaver/core/accounts/ApiKeys"
import { type Mounted, mount } from "@orbweaver/http/Node"
import type { IncomingRequest, ServerOptions } from "@orbweaver/http/Server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import type { Services, SiteServices } from "../Services.ts"

type Who = string | Account | undefined

/** How the API of an instance is mounted. */
export interface HttpInput extends Omit<ServerOptions, "authenticate"> {
  /**
   * Says whose request it is: the id of an account without limits, an account with its own, or `undefined`, which is
   * answered 401. `request.source` is the host's own request, with what its middleware left there. Pages of other websites
   * are refused unless they are in `allowedOrigins`. Default: `keys`.
   */
  readonly authenticate?: ((request: IncomingRequest) => Who | Promise<Who>) | undefined
  /**
   * API keys: `ApiKeys.layerStatic([…])`. Default: none, so that whoever reaches the host is answered, under the names of
   * loopback and of `allowedHosts`.
   */
  readonly keys?: Layer.Layer<ApiKeys> | undefined
}

export type { Mounted as MountedApi } from "@orbweaver/http/Node"

export const mountApi = (
  runtime: ManagedRuntime.ManagedRuntime<Services | SiteServices, unknown>,
  { authenticate, keys, ...options }: HttpInput
): Effect.Effect<Mounted, never, Services | SiteServices> =>
  Effect.gen(function* () {
    const scope = yield* Scope.fork(runtime.scope)
    // With the application's own authentication no key is known.
    const layer = keys ?? (authenticate === undefined ? ApiKeys.layerOpen() : ApiKeys.layerStatic([]))
    const service = Context.get(yield* Layer.buildWithScope(layer, scope), ApiKeys)
    const mounted = mount({
      ...options,
      ...(authenticate === undefined ? {} : { authenticate: holderOf(authenticate) })
    })
    return yield* mounted.pipe(Effect.provideService(ApiKeys, service), Effect.provideService(Scope.Scope, scope))
  })

const holderOf =
  (authenticate: NonNullable<HttpInput["authenticate"]>): NonNullable<ServerOptions["authenticate"]> =>
  async (request) => {
    const who = await authenticate(request)
    if (who === undefined || who === "") return undefined
    return { account: typeof who === "string" ? { ...localAccount, id: who } : who, scopes: defaultScopes }
  }
