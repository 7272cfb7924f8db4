// What a program sees of an error: its message, its JSON, its cause, and its print when nobody catches it.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { inspect } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let site: Running
let orb: Orbweaver

beforeAll(async () => {
  site = await start({ tls: true })
  orb = createOrbweaver({ egress: { allowLocal: true } })
})

afterAll(async () => {
  await orb.close()
  await site.close()
})

interface Failure extends Error {
  readonly _tag: string
  readonly cause?: { readonly code?: string; readonly cause?: { readonly code?: string } }
  readonly reason: { readonly _tag: string }
}

const failure = async (call: PromiseLike<unknown>): Promise<Failure> =>
  Promise.resolve(call).then(
    () => expect.fail("nothing failed"),
    (error: unknown) => error as Failure
  )

describe("a page that could not be captured", () => {
  it("keeps what the engine threw as its cause: names, certificates and sockets", async () => {
    const name = await failure(orb.scrape("http://nowhere.invalid/"))
    expect(name.reason._tag).toBe("DnsFailed")
    expect(name.cause).toMatchObject({ code: "ENOTFOUND" })
    const certificate = await failure(orb.scrape(site.tls("self-signed", "/page")))
    expect(certificate.reason._tag).toBe("TlsFailed")
    expect(inspect(certificate.cause)).toContain("DEPTH_ZERO_SELF_SIGNED_CERT")
    const socket = await failure(orb.scrape(site.url("/reset")))
    expect(socket.reason._tag).toBe("ConnectionFailed")
    expect(socket.cause).toBeInstanceOf(Error)
    expect(inspect(socket)).toContain("cause")
  })

  it("says in words what happened before it names the code", async () => {
    expect((await failure(orb.scrape(site.url("/reset")))).message).toMatch(
      /^The connection failed: the site closed it before its answer was complete \(\w+\)$/
    )
    expect((await failure(orb.scrape(site.url("/garbage")))).message).toMatch(
      /^The connection failed: (?:the site's answer is not valid HTTP|Response does not match the HTTP\/1\.1 protocol)/
    )
    expect((await failure(orb.scrape(site.tls("self-signed", "/page")))).message).toMatch(
      /^The certificate of \S+ is not valid: it is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)\./
    )
    const plain = new URL("/page", site.url("/page"))
    plain.protocol = "https:"
    expect((await failure(orb.scrape(plain))).message).toMatch(/^The TLS handshake with \S+ failed: /)
  })

  it("names the options of the library, and no flag of the command line", async () => {
    await using closed = createOrbweaver()
    const { message } = await failure(closed.scrape("http://127.0.0.1/"))
    expect(message).toContain("egress: { allowLocal: true }")
    expect(message).not.toContain("--")
  })

  it("is kind, message and reason as JSON", async () => {
    const error = await failure(orb.scrape("http://nowhere.invalid/"))
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({
      error: {
        _tag: "CaptureError",
        message: error.message,
        url: "http://nowhere.invalid/",
        reason: { _tag: "DnsFailed", message: error.message, host: "nowhere.invalid" }
      }
    })
    const input = await failure(orb.scrape("ftp://example.com/"))
    expect(JSON.parse(JSON.stringify(input))).toMatchObject({ _tag: "InvalidInput", message: input.message })
  })
})

it("an error that nobody catches is printed with the caller's place, and no frame of the engine", async () => {
  const program = `
    import { createOrbweaver } from "orbweaver"
    await createOrbweaver().scrape("http://127.0.0.1/")
  `
  const { code, stderr } = await new Promise<{ readonly code: unknown; readonly stderr: string }>((resolve) => {
    const args = ["--conditions=@orbweaver/source", "--input-type=module", "--eval", program]
    const cwd = fileURLToPath(new URL("../..", import.meta.url))
    execFile(process.execPath, args, { cwd }, (error, _, text) => resolve({ code: error?.code, stderr: text }))
  })
  expect(code).toBe(1)
  expect(stderr).toContain("CaptureError: Loopback and private addresses are refused")
  expect(stderr).toContain("policy: 'private-network'")
  expect(stderr).not.toMatch(/effect\/dist|packages\/core/)
})

it("an id that is no text is refused by the name of the field, wherever a job is meant", async () => {
  const id = undefined as unknown as string
  const calls = [
    () => orb.getCrawlStatus(id),
    () => orb.cancelCrawl(id),
    () => orb.pauseCrawl(id),
    () => orb.resumeCrawl(id),
    () => orb.getCrawlErrors(id),
    () => orb.waitForCrawl(id),
    () => orb.explainCrawl(id, "https://example.com"),
    () => orb.getBatchScrapeStatus(id),
    () => orb.getExtractStatus(id),
    () => orb.getAgentStatus(id),
    () => orb.cancelAgent(id),
    () => orb.checkDeepResearchStatus(id),
    () => orb.removeJob(id)
  ]
  for (const call of calls) {
    expect(await failure(call())).toMatchObject({ _tag: "InvalidInput", issues: [{ path: ["id"] }] })
  }
  expect(await failure(orb.watcher(id).done())).toMatchObject({ _tag: "InvalidInput", issues: [{ path: ["id"] }] })
  const told = await new Promise((resolve) => orb.watcher(id).on("error", resolve).close())
  expect(told).toMatchObject({ _tag: "InvalidInput" })
})
