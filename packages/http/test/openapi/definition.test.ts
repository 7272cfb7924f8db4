// What follows from the definition: the OpenAPI documents and the reference page.
import { assert, describe, it } from "@effect/vitest"
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import { validate } from "@orbweaver/extraction/internal/json/validate"
import { document as documentOf } from "@orbweaver/http/openapi"
import { Effect } from "effect"
import { client } from "../fixtures.ts"

type Json = Readonly<Record<string, any>>

/** The document as whoever reads its JSON has it: without the types of its definition. */
const document = (version?: Parameters<typeof documentOf>[0]): Json => documentOf(version) as unknown as Json

/** Every `$ref` of a document. */
const references = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.flatMap(references)
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, member]) =>
          name === "$ref" && typeof member === "string" ? [member] : references(member)
        )
      : []

describe("OpenAPI", () => {
  it("names the server and the key, and says that v1 is superseded", () => {
    const { paths, security, servers } = document()
    assert.deepStrictEqual(security, [{ bearerAuth: [] }])
    assert.lengthOf(servers, 1)
    for (const [path, operations] of Object.entries(paths as Json)) {
      for (const { deprecated } of Object.values(operations as Json)) {
        assert.strictEqual(deprecated === true, path.startsWith("/v1/"), path)
      }
    }
  })

  it("says of whatever does work that it may be refused for now, after how long to ask again, and who has to", () => {
    for (const [path, operations] of Object.entries(document().paths as Json)) {
      for (const [method, { responses }] of Object.entries(operations as Json)) {
        if (method === "post") assert.containsAllKeys(responses, ["429", "503"], path)
        for (const status of ["429", "503"]) {
          if (responses[status] === undefined) continue
          const { description, headers } = responses[status] as Json
          assert.deepStrictEqual(headers["Retry-After"].schema, { type: "integer", minimum: 1 })
          assert.include(description, "SDKs try again by themselves on 502 only", `${method} ${path} ${status}`)
        }
      }
    }
  })

  it("says defaults of each version, describes every option, and names the formats and the fields of results", () => {
    for (const version of ["v1", "v2"] as const) {
      const { paths } = document(version)
      const bodyOf = (path: string): Json =>
        (paths as Json)[`/${version}${path}`].post.requestBody.content["application/json"]
      const scrape = bodyOf("/scrape").schema.properties
      const defaultsOf = (names: ReadonlyArray<string>) => names.map((name) => scrape[name].default)
      const names = ["onlyMainContent", "blockAds", "skipTlsVerification", "removeBase64Images", "maxAge", "proxy"]
      assert.deepStrictEqual(
        defaultsOf(names),
        version === "v1" ? [true, true, false, true, 0, "basic"] : [true, true, true, true, 172_800_000, "auto"]
      )
      for (const [path, operations] of Object.entries(paths as Json)) {
        for (const { requestBody } of Object.values(operations as Json) as ReadonlyArray<Json>) {
          for (const { schema } of Object.values((requestBody?.["content"] ?? {}) as Json) as ReadonlyArray<Json>) {
            for (const [name, property] of Object.entries((schema["properties"] ?? {}) as Json)) {
              if (!name.startsWith("__")) assert.isString((property as Json)["description"], `${path} ${name}`)
            }
          }
        }
      }
      for (const path of ["/scrape", "/crawl", "/map", "/search", "/extract"]) {
        const { example, schema } = bodyOf(path)
        const index = indexSchema(schema)
        assert.isFalse("issues" in index, path)
        if (!("issues" in index)) assert.deepStrictEqual(validate(index, example), [], path)
      }
    }
    const { paths } = document("v2")
    const { items } = paths["/v2/scrape"].post.requestBody.content["application/json"].schema.properties.formats
    assert.includeMembers(items.anyOf[0].enum, ["markdown", "json", "changeTracking"])
    const tracking = items.anyOf.find(({ properties }: Json) => properties?.type.const === "changeTracking")
    assert.includeMembers(Object.keys(tracking.properties), ["modes", "schema", "prompt", "tag"])
    const found =
      paths["/v2/search"].post.responses["200"].content["application/json"].schema.properties.data.properties
    assert.includeMembers(Object.keys(found.web.items.properties), ["url", "title", "description", "markdown"])
    assert.includeMembers(Object.keys(found.news.items.properties), ["url", "snippet", "date"])
    assert.includeMembers(Object.keys(found.images.items.properties), ["imageUrl", "imageWidth"])
  })

  for (const [name, spec] of [
    ["both versions", document()],
    ["v1", document("v1")],
    ["v2", document("v2")]
  ] as const) {
    it(`of ${name} is whole`, () => {
      const { components, openapi, paths } = spec
      assert.match(openapi, /^3\.1\.\d$/)
      const operations = Object.values(paths as Json).flatMap((path) =>
        Object.values(path as Json)
      ) as ReadonlyArray<Json>
      const ids = operations.map(({ operationId }) => operationId as string)
      assert.strictEqual(new Set(ids).size, ids.length, "operation ids are unique")
      for (const { operationId, responses, security, summary, tags } of operations) {
        assert.isString(summary, operationId)
        assert.lengthOf(tags, 1)
        assert.isDefined(responses["200"], operationId)
        assert.isDefined(responses["401"], operationId)
        assert.deepStrictEqual(security, [{ bearerAuth: [] }])
      }
      for (const reference of references(spec)) {
        const [, , kind, key] = reference.split("/")
        assert.isDefined(components[kind!][decodeURIComponent(key!)], reference)
      }
      for (const [path, methods] of Object.entries(paths as Json)) {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
        for (const operation of Object.values(methods as Json)) {
          const given = ((operation.parameters ?? []) as ReadonlyArray<Json>).filter(
            (parameter) => parameter["in"] === "path"
          )
          assert.sameMembers(
            given.map((parameter) => parameter["name"]),
            named,
            path
          )
        }
      }
    })
  }

  it.live("is served, and read by people at /docs", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const path of ["/openapi.json", "/v1/openapi.json", "/v2/openapi.json"]) {
        assert.strictEqual((yield* call("GET", path)).status, 200)
      }
      const { body, headers } = yield* call("GET", "/docs", undefined, { key: undefined })
      assert.include(headers.get("content-type"), "text/html")
      assert.include(body, "createApiReference")
      assert.include(body, "getTokenUsage")
    })
  )
})
