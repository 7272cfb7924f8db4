// The door for clients of the Model Context Protocol: the protocol, keys and limits, over tools of this file. Its real tools
// are tested with the program that has them.
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import type { ServerOptions } from "@orbweaver/http/Server"
import { Effect, Latch, Layer } from "effect"
import { type McpTool, McpTools } from "../../src/doors/mcp/McpTools.ts"
import { keys, KeysTest } from "../fixtures.ts"
import { type Served, withServer } from "./served.ts"

const named = (name: string) => ({ name, description: name, inputSchema: { type: "object" } })

const tool = (name: string, endpoint: string, run: Effect.Effect<string>): McpTool => ({
  definition: named(name),
  endpoint,
  run: () => Effect.map(run, (text) => ({ text, isError: false }))
})

const whoami = tool(
  "whoami",
  "listMonitors",
  Effect.map(CurrentAccount, ({ id }) => id)
)
const scrape = tool("scrape", "scrape", Effect.succeed("# Page"))

const toolsOf = (...tools: ReadonlyArray<McpTool>) =>
  Layer.succeed(McpTools, { name: "test", version: "1.2.3", instructions: "Ask", load: Effect.succeed(tools) })

/** A server whose door is open, with these tools. */
const serving = <E>(
  body: (served: Served) => Effect.Effect<void, E>,
  {
    access = KeysTest,
    tools = [whoami, scrape],
    ...options
  }: ServerOptions & { readonly access?: Layer.Layer<ApiKeys.ApiKeys>; readonly tools?: ReadonlyArray<McpTool> } = {}
) => withServer(body, { doors: { mcp: true }, ...options }, access).pipe(Effect.provide(toolsOf(...tools)))

const connected = (api: string, key?: string) =>
  Effect.promise(async () => {
    const client = new Client({ name: "test", version: "1.0.0" })
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const transport = new StreamableHTTPClientTransport(new URL(`${api}/mcp`), { requestInit: { headers } })
    // The transport's own types are less strict than this workspace's.
    await client.connect(transport as never)
    return client
  })

const called = (client: Client, name: string) =>
  Effect.promise(async () => {
    const { content } = await client.callTool({ name, arguments: {} })
    return (content as ReadonlyArray<{ readonly text: string }>)[0]!.text
  })

const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params })

describe("the door for the Model Context Protocol", () => {
  it.live("answers the official client, and two of them each for its own team", () =>
    serving(({ api }) =>
      Effect.gen(function* () {
        const [rich, other] = yield* Effect.all([connected(api, keys.rich), connected(api, keys.other)])
        assert.deepInclude(rich.getServerVersion(), { name: "test", version: "1.2.3" })
        assert.strictEqual(rich.getInstructions(), "Ask")
        const { tools } = yield* Effect.promise(() => rich.listTools())
        assert.deepStrictEqual(
          tools.map(({ name }) => name),
          ["whoami", "scrape"]
        )
        const names = yield* Effect.all([called(rich, "whoami"), called(other, "whoami")], { concurrency: 2 })
        assert.strictEqual(new Set(names).size, 2)
        yield* Effect.promise(() => rich.ping())
        yield* Effect.promise(() => Promise.all([rich.close(), other.close()]))
      })
    )
  )

  it.live("answers without keys on an open server, and no page of another website", () =>
    serving(
      ({ api, ask }) =>
        Effect.gen(function* () {
          const client = yield* connected(api)
          assert.strictEqual(yield* called(client, "whoami"), localAccount.id)
          const body = message("tools/list")
          const foreign = { body, key: undefined, headers: { origin: "https://evil.example" } }
          assert.strictEqual((yield* ask("POST", "/mcp", foreign)).status, 403)
          const rebound = { body, key: undefined, headers: { "sec-fetch-site": "cross-site" } }
          assert.strictEqual((yield* ask("POST", "/mcp", rebound)).status, 403)
          const own = { body, key: undefined, headers: { origin: api } }
          assert.strictEqual((yield* ask("POST", "/mcp", own)).status, 200)
          const metadata = yield* ask("GET", "/.well-known/oauth-protected-resource/mcp", { key: undefined })
          assert.strictEqual(metadata.status, 404)
        }),
      { access: ApiKeys.ApiKeys.layerOpen() }
    )
  )

  it.live("tells a caller without a key where to read how keys are given", () =>
    serving(
      ({ api, ask }) =>
        Effect.gen(function* () {
          const body = message("initialize")
          const none = yield* ask("POST", "/mcp", { body, key: undefined })
          assert.strictEqual(none.status, 401)
          const url = `${api}/.well-known/oauth-protected-resource/mcp`
          assert.strictEqual(none.headers.get("www-authenticate"), `Bearer resource_metadata="${url}"`)
          assert.deepInclude(none.json, { jsonrpc: "2.0", id: null })
          const wrong = yield* ask("POST", "/mcp", { body, key: "fc-unknown" })
          assert.strictEqual(
            wrong.headers.get("www-authenticate"),
            `Bearer error="invalid_token", resource_metadata="${url}"`
          )
          for (const path of ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"]) {
            const { json } = yield* ask("GET", path, { key: undefined })
            assert.deepStrictEqual(json, {
              resource: `${api}/mcp`,
              resource_name: "Orbweaver",
              bearer_methods_supported: ["header"],
              authorization_servers: ["https://login.example"]
            })
          }
        }),
      { authorizationServers: ["https://login.example"] }
    )
  )

  it.live("holds a tool to the scopes, credits and requests of its endpoint", () =>
    serving(({ ask }) =>
      Effect.gen(function* () {
        const body = message("tools/call", { name: "scrape", arguments: {} })
        const refused = (key: string) => Effect.map(ask("POST", "/mcp", { body, key }), ({ status }) => status)
        const { headers, status } = yield* ask("POST", "/mcp", { body, key: keys.reader })
        assert.strictEqual(status, 403)
        assert.include(headers.get("www-authenticate"), 'error="insufficient_scope"')
        assert.strictEqual(yield* refused(keys.poor), 402)
        const statuses = yield* Effect.forEach([1, 2, 3], () => refused(keys.hasty))
        assert.deepStrictEqual(statuses, [200, 200, 429])
        const { json } = yield* ask("POST", "/mcp", { body })
        assert.deepStrictEqual(json.result, { content: [{ type: "text", text: "# Page" }], isError: false })
      })
    )
  )

  it.live("refuses what is no message, and answers notifications with nothing", () =>
    serving(
      ({ ask }) =>
        Effect.gen(function* () {
          const expected: ReadonlyArray<readonly [string, unknown, number, number?]> = [
            ["POST", "{", 400, -32600],
            ["POST", { id: 1 }, 400, -32600],
            ["POST", [message("ping")], 400, -32600],
            ["POST", { ...message("ping"), params: { text: "x".repeat(3000) } }, 413, -32600],
            ["POST", message("no/such"), 200, -32601],
            ["POST", message("tools/call", { name: "no_such" }), 200, -32602],
            ["POST", { jsonrpc: "2.0", method: "notifications/initialized" }, 202],
            ["GET", undefined, 405],
            ["DELETE", undefined, 405]
          ]
          for (const [method, body, status, code] of expected) {
            const answer = yield* ask(method, "/mcp", { body })
            assert.strictEqual(answer.status, status, `${method} ${answer.text}`)
            if (code !== undefined) assert.strictEqual(answer.json.error.code, code)
          }
          const headers = { "mcp-protocol-version": "1999-01-01" }
          const old = yield* ask("POST", "/mcp", { body: message("ping"), headers })
          assert.strictEqual(old.status, 400)
          assert.include(old.json.error.message, "2025-11-25")
        }),
      { body: { maxBytes: 2000 } }
    )
  )

  it.live("stops a call whose connection goes", () =>
    Effect.gen(function* () {
      const [begun, stopped] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
      const hanging = tool(
        "hang",
        "scrape",
        Effect.andThen(begun.open, Effect.never).pipe(Effect.onInterrupt(() => stopped.open))
      )
      yield* serving(
        ({ api }) =>
          Effect.gen(function* () {
            const client = yield* connected(api, keys.rich)
            const call = client.callTool({ name: "hang", arguments: {} }).catch(() => "ended")
            yield* begun.await
            yield* Effect.promise(() => client.close())
            yield* stopped.await
            assert.strictEqual(yield* Effect.promise(() => call), "ended")
          }),
        { tools: [hanging] }
      )
    })
  )

  it.live("answers 501 where the application has no tools, and is not there unless it is opened", () =>
    withServer(
      ({ ask }) =>
        Effect.gen(function* () {
          const body = message("ping")
          assert.strictEqual((yield* ask("POST", "/mcp", { body })).status, 501)
        }),
      { doors: { mcp: true } }
    ).pipe(
      Effect.andThen(
        serving(
          ({ ask }) => Effect.map(ask("POST", "/mcp", { body: {} }), ({ status }) => assert.strictEqual(status, 404)),
          {
            doors: {}
          }
        )
      )
    )
  )
})
