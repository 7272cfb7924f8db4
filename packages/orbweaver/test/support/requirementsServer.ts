/** Instances behind listening servers, for the list of requirements: keys, balances, cache age and model under control. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { playwright } from "@orbweaver/browser"
import { type Account, localAccount } from "@orbweaver/core/accounts/Account"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { AccountNotFound, Ledger, type Service as LedgerService } from "@orbweaver/core/accounts/Ledger"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { makeMemory, PageCache } from "@orbweaver/core/scrape/PageCache"
import { SearchProvider, type SearchQuery } from "@orbweaver/core/search/SearchProvider"
import type { MailSettings } from "@orbweaver/egress/internal/Mail"
import { start as startModel } from "@orbweaver/testing/ModelServer"
import { type Duration, Effect, Layer, Option, Struct } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createOrbweaver } from "orbweaver"

const account = (id: string, plan: Partial<Account["plan"]> = {}): Account => ({
  ...localAccount,
  id,
  plan: { ...localAccount.plan, credits: 100_000, tokens: 5000, ...plan }
})

/** Keys by the account that they belong to; `rich2` is a second key of `rich`. */
const accounts: Readonly<Record<string, Account>> = {
  rich: account("rich"),
  rich2: account("rich"),
  /** Of the runs for the page about compatibility. */
  client: account("client", { tokens: 1_000_000 }),
  other: account("other", { tokens: 70 }),
  poor: account("poor", { tokens: 0 }),
  once: Struct.omit(account("once"), ["billingDay"]),
  lost: account("lost"),
  broken: account("broken")
}

/** A ledger that knows no account `lost` and cannot reach the balance of `broken`. */
const ledgerOf = (real: LedgerService): LedgerService => ({
  ...real,
  balance: (holder, unit) =>
    holder.id === "lost"
      ? Effect.fail(new AccountNotFound({ accountId: "lost" }))
      : holder.id === "broken"
        ? Effect.fail(new StoreError({ operation: "balance", cause: new Error("away") }))
        : real.balance(holder, unit)
})

/** Finds what the query names: hits at the addresses in it. Keeps every query in `asked`. */
const engine = (asked: Array<SearchQuery>) =>
  Layer.succeed(SearchProvider, {
    name: "test",
    sources: ["web", "news", "images"],
    search: (query) => {
      asked.push(query)
      return Effect.succeed(hitsOf(query))
    }
  })

const hitsOf = ({ source, text }: SearchQuery) =>
  [...text.matchAll(/https?:\S+/g)].map(([url], index) => ({
    url,
    title: `Hit ${index + 1}`,
    description: `About ${source}`,
    ...(source === "news" ? { date: "2 hours ago" } : {}),
    ...(source === "images" ? { imageUrl: `${url}.png`, imageWidth: 4, imageHeight: 3 } : {})
  }))

/** A request with a JSON body, as it came, and the status that answered it. */
export interface Sent {
  readonly status: number
  readonly method: string
  readonly path: string
  readonly body: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

export const startServer = async ({
  mail,
  withModel
}: {
  readonly withModel: boolean
  readonly mail?: MailSettings
}) => {
  const model = await startModel()
  const ledger = ledgerOf(
    await Effect.runPromise(Ledger.use((service) => Effect.succeed(service)).pipe(Effect.provide(Ledger.layerMemory)))
  )
  const pages = makeMemory()
  const searches: Array<SearchQuery> = []
  const clock = { aheadMs: 0 }
  const cache = {
    ...pages,
    get: (key: string, maxAge: Duration.Duration) =>
      Effect.map(
        pages.get(key, maxAge),
        Option.map((page) => ({ ...page, capturedAt: page.capturedAt - clock.aheadMs }))
      )
  }
  const orb = createOrbweaver({
    egress: { allowLocal: true },
    renderer: playwright(),
    search: engine(searches),
    profiles: { encryptionKeys: ["a key of the operator, for tests alone"] },
    sessions: { maxSessions: 20, maxSessionsPerAccount: 20 },
    ledger: Layer.succeed(Ledger, ledger),
    cache: Layer.succeed(PageCache, cache),
    ...(mail === undefined ? {} : { mail }),
    ...(withModel ? { model: createOpenAICompatible({ name: "local", baseURL: model.url })("tiny") } : {})
  })
  const keys = Object.entries(accounts).map(([name, holder]) => ({ key: `fc-${name}`, name, account: holder }))
  const api = await orb.http({ keys: ApiKeys.layerStatic(keys), allowedHosts: ["127.0.0.1"], remoteControl: true })
  const sent: Array<Sent> = []
  const server = createServer((request, response) => {
    if (!(request.headers["content-type"] ?? "").includes("json")) return api.handler(request, response)
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString()
      const body: unknown = text === "" ? undefined : JSON.parse(text)
      const path = (request.url ?? "").split("?")[0]!
      response.once("finish", () =>
        sent.push({ status: response.statusCode, method: request.method ?? "", path, body })
      )
      api.handler(request, response, body)
    })
  })
  server.on("upgrade", (request, socket, head) => void api.upgrade(request, socket, head))
  // A connection that the client is about to use again is not closed meanwhile, as slowly as a busy machine may run.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    key: string | undefined = "rich"
  ): Promise<Answer> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(key === "" ? {} : { authorization: `Bearer fc-${key}` }),
        ...(body instanceof FormData ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) })
    })
    const text = await answer.text()
    const isJson = (answer.headers.get("content-type") ?? "").includes("json")
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }

  /** A job to its end. */
  const job = async (path: string, body: object, key?: string) => {
    const started = await call("POST", path, body, key)
    if (started.status !== 200) throw new Error(JSON.stringify(started.body))
    for (;;) {
      const { body: found } = await call("GET", `${path}/${started.body.id}`, undefined, key)
      if (found.status !== "scraping" && found.status !== "processing")
        return { ...found, id: started.body.id, started }
      await new Promise((later) => setTimeout(later, 10))
    }
  }

  return {
    base,
    orb,
    ledger,
    clock,
    model,
    /** Every question to the search engine so far. */
    searches,
    /** Every request with a JSON body so far. */
    sent,
    call,
    job,
    /** The paths of a crawl's pages, sorted. */
    crawl: async (path: string, body: object): Promise<ReadonlyArray<string>> =>
      (await job(path, body)).data.map(({ metadata }: any) => new URL(metadata.sourceURL).pathname).toSorted(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await orb.close()
      model.close()
    }
  }
}
