// The doors in the OpenAPI document of a server that opens them.
import { assert, describe, it } from "@effect/vitest"
import { document } from "@orbweaver/http/openapi"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Effect } from "effect"
import { type Json, problems } from "../specProblems.ts"
import { doors, unreachable, withServer } from "./served.ts"

const spec: Json = document(undefined, doors) as unknown as Json

const ours = (paths: object) => Object.keys(paths).filter((path) => !/^\/(?:v[12]|console)\//.test(path))

describe("the OpenAPI document", () => {
  it("has the endpoints of the doors that are open, and of no other", () => {
    const all = [
      "/r/{url}",
      "/r",
      "/open-webui/load",
      "/open-webui/search",
      "/tavily/search",
      "/tavily/extract",
      "/mcp"
    ]
    assert.sameMembers(ours(spec["paths"]), all)
    assert.deepStrictEqual(ours(document(undefined, { tavily: true }).paths), all.slice(4, 6))
    assert.isEmpty(ours(document().paths))
  })

  it("names the reader's headers, each with what it is for", () => {
    const { parameters } = spec["paths"]["/r/{url}"].get
    const headers: ReadonlyArray<Json> = parameters.filter(({ in: place }: Json) => place === "header")
    assert.includeMembers(
      headers.map(({ name }) => name),
      ["x-return-format", "x-target-selector", "x-with-links-summary", "x-no-cache"]
    )
    for (const { description, name, schema } of headers) assert.isString(description ?? schema.description, name)
  })

  it("is one that others can read", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      rules: { "no-ambiguous-paths": "off", "info-license": "off" }
    })
    const found = await lintFromString({ source: JSON.stringify(spec), config })
    const errors = found.filter(({ severity }) => severity === "error")
    assert.deepStrictEqual(
      errors.map(({ location, message }) => [location[0]?.pointer, message]),
      []
    )
  })

  it.live("has what the doors answer, errors too", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const page = at("/door/shop")
        const lost = yield* unreachable
        const asked: ReadonlyArray<readonly [string, unknown]> = [
          ["/open-webui/load", { urls: [page] }],
          ["/open-webui/load", { urls: [lost] }],
          ["/open-webui/search", { query: page }],
          ["/open-webui/search", {}],
          ["/tavily/search", { query: page, include_raw_content: true, include_images: true, include_answer: true }],
          ["/tavily/search", { query: "" }],
          ["/tavily/extract", { urls: [page, lost], include_usage: true, include_favicon: true }],
          ["/tavily/extract", {}],
          ["/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }],
          ["/mcp", {}]
        ]
        for (const [path, body] of asked) {
          const { json, status } = yield* ask("POST", path, { body })
          assert.deepStrictEqual(problems(spec["paths"][path].post, status, json), [], `${path} ${status}`)
        }
        const { json } = yield* ask("GET", "/openapi.json")
        assert.sameMembers(ours(json.paths), ours(spec["paths"]))
        const { text } = yield* ask("GET", "/docs")
        assert.include(text, "/tavily/extract")
      })
    )
  )
})
