// Extraction and llms.txt through the official clients, unmodified, and by plain HTTP, over a site with known truth.
import { assert, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { company, instruments, team } from "@orbweaver/testing/internal/CompanySite"
import FirecrawlV1 from "firecrawl-js-v1"
import { Effect } from "effect"
import { keys } from "../../fixtures.ts"
import { parts, type Served, served } from "../../served.ts"

const test = (name: string, body: (parts: Served) => Promise<void>) =>
  it.live(name, () =>
    Effect.gen(function* () {
      const found = yield* served
      yield* Effect.promise(() => body(found))
    }).pipe(Effect.scoped, Effect.provide(parts))
  )

const shop = {
  type: "object",
  properties: {
    products: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          sku: { type: "string" },
          price: { type: "number" },
          currency: { type: "string" },
          weight: { type: "string" }
        },
        required: ["name", "sku"]
      }
    }
  },
  required: ["products"]
}

const wanted = new Map(
  instruments.map(({ name, price, sku, weight }) => [sku, { name, sku, price, currency: "GBP", weight }])
)

/** Whatever order the pages were ranked in, nothing is missing, added or mixed up. */
const isTheShop = (data: unknown) => {
  const { products } = data as { products: ReadonlyArray<{ sku: string }> }
  assert.lengthOf(products, wanted.size)
  for (const product of products) assert.deepStrictEqual(product, wanted.get(product.sku))
}

const contact = {
  type: "object",
  properties: {
    name: { type: "string" },
    founded: { type: "string" },
    phone: { type: "string" },
    email: { type: "string" }
  }
}

const staff = {
  type: "object",
  properties: {
    team: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, role: { type: "string" }, email: { type: "string" } }
      }
    }
  }
}

/** What answers to different calls have. */
interface Answered {
  readonly success: boolean
  readonly id: string
  readonly status: string
  readonly error: string
  readonly details: unknown
  readonly data: object
}

const send = async ({ api, key }: Pick<Served, "api" | "key">, method: string, path: string, body?: object) => {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, body: (await response.json()) as Answered }
}

describe("firecrawl-js 4.42, v2", () => {
  test("extracts a shop from a wildcard, each value with its pages", async ({ api, at, key }) => {
    const client = new Firecrawl({ apiKey: key, apiUrl: api })
    const answer = await client.extract({
      urls: [at("/company/*")],
      schema: shop,
      showSources: true,
      pollInterval: 1
    })
    assert.strictEqual(answer.status, "completed", answer.error)
    isTheShop(answer.data)
    const sources = answer.sources as Record<string, ReadonlyArray<string>>
    const { products } = answer.data as { products: ReadonlyArray<{ sku: string }> }
    const lead = products.findIndex(({ sku }) => sku === "SL-5")
    assert.deepStrictEqual(sources[`products.${lead}.sku`], [at("/company/shop/lead")])
    assert.propertyVal(answer, "tokensUsed", 0)
    assert.propertyVal(answer, "madeBy", "rules")
    assert.isAbove(answer.creditsUsed ?? 0, instruments.length)
  })

  test("puts one thing together from several pages", async ({ api, at, key }) => {
    const client = new Firecrawl({ apiKey: key, apiUrl: api })
    const answer = await client.extract({
      urls: [at("/company/"), at("/company/contact"), at("/company/shop/lead")],
      schema: contact,
      pollInterval: 1
    })
    assert.deepStrictEqual(answer.data, { ...company })
    assert.isUndefined(answer.sources)
  })

  test("follows a prompt that names what is wanted, without a model", async ({ api, at, key }) => {
    const client = new Firecrawl({ apiKey: key, apiUrl: api })
    const answer = await client.extract({
      urls: [at("/company/contact")],
      prompt: "Extract the phone and the email",
      systemPrompt: "Be brief.",
      agent: { model: "FIRE-1" },
      pollInterval: 1
    })
    assert.strictEqual(
      answer.warning,
      "agent is not supported by this server and was ignored. systemPrompt was ignored, because no model is configured."
    )
    assert.deepStrictEqual(answer.data, { phone: company.phone, email: company.email })
  })

  test("starts, and reads until it has ended", async ({ api, at, key }) => {
    const client = new Firecrawl({ apiKey: key, apiUrl: api })
    const started = await client.startExtract({
      urls: [at("/company/team"), "not an address", at("/company/nowhere")],
      schema: staff
    })
    assert.deepPropertyVal(started, "invalidURLs", ["not an address"])
    let status = await client.getExtractStatus(started.id!)
    while (status.status === "processing") status = await client.getExtractStatus(started.id!)
    assert.strictEqual(status.status, "completed")
    assert.deepStrictEqual(status.data, { team: [...team] })
    assert.include(status.warning, "1 of 2 pages could not be read")
  })

  test("says why there is nothing", async ({ api, at, key }) => {
    const client = new Firecrawl({ apiKey: key, apiUrl: api })
    const answer = await client.extract({
      urls: [at("/company/privacy")],
      schema: { type: "object", properties: { isbn: { type: "string" } } },
      pollInterval: 1
    })
    assert.strictEqual(answer.status, "failed")
    assert.include(answer.error, "None of the requested values was found")
  })
})

for (const [name, make] of Object.entries({
  "firecrawl-js 1.29": ({ api, key }: Served) => new FirecrawlV1({ apiKey: key, apiUrl: api }),
  "firecrawl-js 4.42 .v1": ({ api, key }: Served) =>
    new Firecrawl({ apiKey: key, apiUrl: api }).v1 as unknown as FirecrawlV1
})) {
  describe(`${name}: v1`, () => {
    test("extracts, waiting", async (found) => {
      const answer = await make(found).extract([found.at("/company/*")], { schema: shop as never, showSources: true })
      assert.isTrue(answer.success, JSON.stringify(answer))
      isTheShop((answer as { data: unknown }).data)
    })

    test("starts an extraction and reads it", async (found) => {
      const client = make(found)
      const started = await client.asyncExtract([found.at("/company/team")], { schema: staff as never })
      const { id } = started as unknown as { id: string }
      let status = await client.getExtractStatus(id)
      while ((status as { status: string }).status === "processing") status = await client.getExtractStatus(id)
      assert.deepStrictEqual((status as { data: unknown }).data, { team: [...team] })
    })

    test("writes an llms.txt", async (found) => {
      const answer = await make(found).generateLLMsText(found.at("/company/"), { maxUrls: 20, showFullText: true })
      const { data, status } = answer as { status: string; data: { llmstxt: string; llmsfulltxt: string } }
      assert.strictEqual(status, "completed", JSON.stringify(answer))
      assert.include(data.llmstxt, `# ${found.at("/company/")} llms.txt\n\n> ${company.name}: Clocks and instruments`)
      assert.include(
        data.llmstxt,
        `- [Tide clock](${found.at("/company/shop/tide-clock")}): The tide clock is made by hand`
      )
      assert.match(data.llmstxt, /## Optional\n\n- \[Privacy\]\([^)]*\/company\/privacy\): We keep what we need/)
      assert.include(data.llmsfulltxt, `# ${found.at("/company/")} llms-full.txt\n\n`)
      assert.include(data.llmsfulltxt, "right to the minute for a century.")
    })
  })
}

describe("the wire", () => {
  test("refuses what cannot be followed, with the place", async (found) => {
    const url = found.at("/company/")
    const bad = async (body: object) => {
      const answer = await send(found, "POST", "/v2/extract", body)
      assert.strictEqual(answer.status, 400, JSON.stringify(answer.body))
      return JSON.stringify(answer.body.details)
    }
    assert.include(await bad({}), "Either 'urls' or 'prompt' must be provided.")
    assert.include(await bad({ urls: [] }), "Either 'urls' or 'prompt' must be provided.")
    assert.include(await bad({ urls: Array.from({ length: 11 }, () => url) }), "Maximum of 10 URLs")
    assert.include(await bad({ urls: ["no address", "nor this"] }), '"path":["urls",0]')
    assert.include(await bad({ urls: [url, "no address"], ignoreInvalidURLs: false }), '"path":["urls",1]')
    const schema = await bad({ urls: [url], schema: { type: "object", properties: { a: { type: "texture" } } } })
    assert.include(schema, '"message":"Invalid JSON schema."')
    assert.include(schema, '"path":["schema","properties","a","type"')
    assert.include(await bad({ urls: [url], schema: { $ref: "#" } }), '"path":["schema"')
    assert.include(await bad({ urls: [url], prompt: "How do they feel about the sea?" }), "configure a model")
    assert.include(await bad({ urls: [url], nonsense: 1 }), "unrecognized_keys")
    const v1 = await send(found, "POST", "/v1/extract", { urls: ["no address"], prompt: "phone" })
    assert.strictEqual(v1.status, 400)
  })

  test("shows no team the extractions of another, and none that are not there", async (found) => {
    const { body } = await send(found, "POST", "/v2/extract", { urls: [found.at("/company/")], schema: contact })
    for (const [api, key, id] of [
      [found.api, keys.other, body.id],
      [found.api, found.key, "00000000-0000-4000-8000-000000000000"]
    ] as const) {
      for (const method of ["GET", "DELETE"]) {
        const answer = await send({ api, key }, method, `/v2/extract/${id}`)
        assert.strictEqual(answer.status, 404)
        assert.deepStrictEqual<object>(answer.body, { success: false, error: "Extract job not found" })
      }
    }
    const other = await send(found, "GET", `/v1/llmstxt/${body.id}`)
    assert.strictEqual(other.status, 404)
    assert.strictEqual(other.body.error, "llmsTxt generation job not found")
  })

  test("stops an extraction, and says so", async (found) => {
    const { body } = await send(found, "POST", "/v1/extract", { urls: [found.at("/hang")], schema: contact })
    const running = await send(found, "GET", `/v1/extract/${body.id}`)
    assert.deepInclude(running.body, { success: true, status: "processing", data: [] })
    assert.strictEqual((await send(found, "DELETE", `/v2/extract/${body.id}`)).body.status, "cancelled")
    const stopped = await send(found, "GET", `/v2/extract/${body.id}`)
    assert.deepInclude(stopped.body, { success: true, status: "cancelled", data: [] })
  })

  test("gives an llms.txt again that was made before, and makes it anew when asked to", async (found) => {
    const url = found.at("/company/")
    const ended = async (id: string) => {
      for (;;) {
        const { body } = await send(found, "GET", `/v1/llmstxt/${id}`)
        if (body.status !== "processing") return body
      }
    }
    const { body: first } = await send(found, "POST", "/v1/llmstxt", { url, maxUrls: 3, origin: "x" })
    const made = await ended(first.id)
    assert.strictEqual(made.status, "completed")
    assert.notProperty(made.data, "llmsfulltxt")
    assert.strictEqual((await send(found, "POST", "/v1/llmstxt", { url, maxUrls: 3 })).body.id, first.id)
    const { body: anew } = await send(found, "POST", "/v1/llmstxt", { url, maxUrls: 3, cache: false })
    assert.notStrictEqual(anew.id, first.id)
    assert.deepStrictEqual((await ended(anew.id)).data, made.data)
    const { body: none } = await send(found, "POST", "/v1/llmstxt", { url: found.at("/missing") })
    const failed = await ended(none.id)
    assert.deepInclude(failed, { success: false, status: "failed" })
    assert.isNotEmpty(failed.error)
  })
})
