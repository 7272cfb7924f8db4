/** An API of one test: operations behind the guards of a server that asks for no key. */
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import * as ClaimedKeys from "@orbweaver/core/accounts/ClaimedKeys"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import * as RateCounter from "@orbweaver/core/accounts/RateCounter"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { Egress } from "@orbweaver/core/network/Egress"
import { Context, Effect } from "effect"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { HttpEffect, HttpRouter } from "effect/http"
import type { Engines } from "../../packages/http/src/features/Engines.ts"
import type { Guards } from "../../packages/http/src/gate/Operation.ts"
import { type Operations, refusals, routes } from "../../packages/http/src/gate/routes.ts"
import { defaultLimits } from "../../packages/http/src/wire/readBody.ts"

type Services = Context.Context<ApiKeys | Ledger | Egress | JobStore>

/** What operations of jobs and methods take of these services. */
export const enginesOf = (services: Services): Engines =>
  ({
    engineOf: (key) => Context.getOrUndefined(services as Context.Context<any>, key),
    jobs: Context.get(services, JobStore)
  }) as Pick<Engines, "engineOf" | "jobs"> as Engines

/** `Request → Promise<Response>` over the API, and what asks it with a JSON body. */
export const serve = async <Id extends string, Groups extends HttpApiGroup.Constraint>(
  services: Services,
  api: HttpApi.HttpApi<Id, Groups>,
  operations: Operations<Groups>
) => {
  const guards: Guards = {
    keys: Context.get(services, ApiKeys),
    authenticate: undefined,
    trustedProxies: [],
    claimedKeys: ClaimedKeys.makeMemory(),
    rates: RateCounter.makeMemory(),
    withinOpenJobs: (_account, work) => work,
    ledger: Context.get(services, Ledger),
    egress: Context.get(services, Egress),
    limits: defaultLimits,
    refusePage: () => undefined,
    newRequestId: () => "test",
    metrics: false,
    requestLog: false
  }
  const router = await Effect.runPromise(HttpRouter.make)
  const found = routes(api, "v2", operations, guards)
  await Effect.runPromise(router.addAll([...found, ...refusals(found, guards.newRequestId)]))
  const handler = HttpEffect.toWebHandler(router.asHttpEffect())
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { "content-type": "application/json" }
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
    const response = await handler(new Request(`http://api.test/v2${path}`, init))
    return { status: response.status, body: (await response.json()) as any }
  }
  return { handler, ask }
}
