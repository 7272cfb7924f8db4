// Each host answers for the API and for its own pages, and says which prefix a request has forgotten.
import { lambdaHandler } from "@orbweaver/http/lambda"
import { type Running, start as startSite } from "@orbweaver/testing/TestSite"
import type { APIGatewayProxyEventV2 } from "aws-lambda"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import { createInterface } from "node:readline"
import { createOrbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let site: Running
beforeAll(async () => {
  process.env["ALLOW_LOCAL"] = "1"
  site = await startSite()
})
afterAll(() => site.close())

type Fetch = (request: Request) => Promise<Response>

const scrapeRequest = (origin: string, prefix = "/scraping") =>
  new Request(`${origin}${prefix}/v2/scrape`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: site.url("/page").href })
  })

/** The page that was scraped, and what the host itself answers. */
const answersOf = async (send: Fetch, origin = "http://127.0.0.1:3000") => {
  const scraped = await send(scrapeRequest(origin))
  const { data } = (await scraped.json()) as { data: { markdown: string } }
  const own = await send(new Request(`${origin}/`))
  return { markdown: data.markdown, own: await own.text() }
}

const answers = { markdown: expect.stringContaining("Hello."), own: "A page of your own" }

/** The programs of Bun and Deno are in optional packages, one for each platform. */
const installed = (...candidates: ReadonlyArray<string>): string | undefined =>
  candidates.flatMap((candidate) => {
    try {
      return [createRequire(import.meta.url).resolve(candidate)]
    } catch {
      return []
    }
  })[0]

const condition = "--conditions=@orbweaver/source"
const runtimes = {
  bun: {
    program: installed(
      "@oven/bun-linux-x64/bin/bun",
      "@oven/bun-linux-aarch64/bin/bun",
      "@oven/bun-darwin-aarch64/bin/bun"
    ),
    args: [condition, "bun.ts"]
  },
  deno: {
    program: installed("@deno/linux-x64-glibc/deno", "@deno/linux-arm64-glibc/deno", "@deno/darwin-arm64/deno"),
    args: ["run", "-A", "--no-lock", "--node-modules-dir=manual", condition, "deno.ts"]
  }
}

describe("a host in one line", () => {
  it("NestJS", async () => {
    const { start } = await import("../nest.ts")
    const { close, url } = await start({ allowLocal: true, port: 0 })
    try {
      expect(await answersOf(fetch, url)).toEqual(answers)
    } finally {
      await close()
    }
  })

  for (const [name, { args, program }] of Object.entries(runtimes)) {
    it.skipIf(program === undefined)(`${name}, as a server`, async () => {
      const env = { ...process.env, ALLOW_LOCAL: "1", PORT: "0" }
      const stdio = ["ignore", "pipe", "inherit"] as const
      const server = spawn(program!, args, { cwd: new URL("..", import.meta.url), env, stdio: [...stdio] })
      try {
        const [origin] = (await once(createInterface(server.stdout!), "line")) as [string]
        expect(await answersOf(fetch, origin)).toEqual(answers)
      } finally {
        server.kill()
        if (server.exitCode === null) await once(server, "exit")
      }
    })
  }

  it("Nuxt and h3", async () => {
    const { H3 } = await import("h3")
    const { default: scraping } = await import("../nuxt.ts")
    const app = new H3().use(scraping).get("/", () => "A page of your own")
    expect(await answersOf(async (request) => app.fetch(request))).toEqual(answers)
  })

  it("SvelteKit", async () => {
    const { handle } = await import("../sveltekit.ts")
    const resolve = () => new Response("A page of your own")
    expect(
      await answersOf(async (request) => handle({ event: { request, url: new URL(request.url) }, resolve }))
    ).toEqual(answers)
  })

  const event = (path: string, body?: string): APIGatewayProxyEventV2 => ({
    version: "2.0",
    routeKey: "$default",
    rawPath: path,
    rawQueryString: "",
    headers: { host: "abc.execute-api.eu-west-1.amazonaws.com", "content-type": "application/json" },
    requestContext: {
      accountId: "1",
      apiId: "abc",
      domainName: "abc.execute-api.eu-west-1.amazonaws.com",
      domainPrefix: "abc",
      http: {
        method: body === undefined ? "GET" : "POST",
        path,
        protocol: "HTTP/1.1",
        sourceIp: "192.0.2.1",
        userAgent: "t"
      },
      requestId: "1",
      routeKey: "$default",
      stage: "$default",
      time: "",
      timeEpoch: 0
    },
    ...(body === undefined ? {} : { body }),
    isBase64Encoded: body !== undefined
  })

  it("AWS Lambda", async () => {
    const { handler } = await import("../lambda.ts")
    const body = Buffer.from(JSON.stringify({ url: site.url("/page").href })).toString("base64")
    const scraped = await handler(event("/v2/scrape", body))
    expect(scraped.statusCode).toBe(200)
    expect(scraped.isBase64Encoded).toBe(false)
    expect(JSON.parse(scraped.body)).toMatchObject({ data: { markdown: expect.stringContaining("Hello.") } })
    expect((await handler(event("/other"))).statusCode).toBe(404)
  })

  it("says which prefix a request has forgotten", async () => {
    await using orb = createOrbweaver()
    const { fetch } = await orb.http({ prefix: "/scraping" })
    const answer = await fetch(scrapeRequest("http://127.0.0.1:3000", ""))
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain("/scraping")
  })

  it("AWS Lambda, with cookies and bytes", async () => {
    const fetch: Fetch = async (request) => {
      expect(request.url).toBe("https://abc.execute-api.eu-west-1.amazonaws.com/picture")
      expect(request.headers.get("cookie")).toBe("a=1; b=2")
      return new Response(Uint8Array.of(0, 255), {
        headers: [
          ["content-type", "image/png"],
          ["set-cookie", "c=3"],
          ["set-cookie", "d=4"]
        ]
      })
    }
    const result = await lambdaHandler({ fetch })({ ...event("/picture"), cookies: ["a=1", "b=2"] })
    expect(result).toEqual({
      statusCode: 200,
      headers: { "content-type": "image/png" },
      cookies: ["c=3", "d=4"],
      body: "AP8=",
      isBase64Encoded: true
    })
  })
})
