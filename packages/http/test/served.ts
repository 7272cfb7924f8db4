/** A listening server over the test site, for clients that know HTTP only. */
import { routes } from "@orbweaver/testing/internal/CompanySite"
import { TestSite } from "@orbweaver/testing/TestSite"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import * as Node from "@orbweaver/http/Node"
import { Effect, Layer } from "effect"
import { withKeys } from "./assembly.ts"
import { account, keys } from "./fixtures.ts"

export const served = Effect.gen(function* () {
  const site = yield* TestSite
  const { url } = yield* Node.listen({ port: 0 })
  return { api: url, key: keys.rich, at: (path: string) => site.url(path).href, site }
})

export type Served = Effect.Success<typeof served>

const teams = ApiKeys.ApiKeys.layerStatic([
  { key: keys.rich, name: "rich", account: account("rich", { credits: 100_000, tokens: 5000 }) },
  { key: keys.other, name: "other", account: account("other") }
])

/** What `served` needs: fresh for every test that provides it. */
export const parts = Layer.merge(withKeys(teams), TestSite.layerWith({ routes }))
