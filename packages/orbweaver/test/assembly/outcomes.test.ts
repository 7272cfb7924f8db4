// A block page is never a quiet success: the document says what it is, and what was tried.
import { playwright } from "@orbweaver/browser"
import * as Engines from "@orbweaver/fetch/Engines"
import * as Impit from "@orbweaver/fetch/impit"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, expect, it } from "vitest"

let site: Running
let orb: Orbweaver

beforeAll(async () => {
  site = await start()
  orb = createOrbweaver({
    egress: { allowLocal: true },
    renderer: playwright(),
    fetcher: Engines.layer({ stealth: Impit.layer() })
  })
})

afterAll(async () => {
  await orb.close()
  await site.close()
})

for (const [path, vendor, engines] of [
  ["cloudflare", "Cloudflare", ["fetch/basic", "browser/basic", "fetch/stealth"]],
  ["akamai", "Akamai", ["fetch/basic", "browser/basic", "fetch/stealth"]],
  ["datadome", "DataDome", ["fetch/basic", "fetch/stealth"]],
  ["perimeterx", "PerimeterX", ["fetch/basic", "fetch/stealth"]],
  ["captcha", "captcha", ["fetch/basic", "fetch/stealth"]],
  ["login", "login", ["fetch/basic"]]
] as const) {
  it(`a page behind ${vendor} says so, with the evidence and every attempt`, async () => {
    const { metadata, warning } = await orb.scrape(site.url(`/blocked/${path}`), { timeout: 45_000 })
    expect(warning).toMatch(vendor === "captcha" || vendor === "login" ? new RegExp(vendor) : `block page of ${vendor}`)
    expect(metadata).toMatchObject({ outcome: { kind: "blocked", vendor, evidence: expect.stringMatching(/./) } })
    const { attempts } = metadata["outcome"] as { attempts: ReadonlyArray<{ engine: string; proxy: string }> }
    expect(attempts.map(({ engine, proxy }) => `${engine}/${proxy}`)).toEqual(engines)
  })
}

it("a page that scripts build is rendered on evidence, and its frames with it", async () => {
  const { markdown, metadata } = await orb.scrape(site.url("/app"), { timeout: 45_000 })
  expect(markdown).toContain("Built by script")
  expect(metadata).toMatchObject({
    outcome: { kind: "ok", attempts: [{ kind: "empty", detail: "an empty root element" }, { engine: "browser" }] }
  })
  const set = await orb.scrape(site.url("/frameset"), { timeout: 45_000, onlyMainContent: false })
  expect(set.markdown).toMatch(/Inner frame left[\s\S]*Inner frame right/)
})

it.each([
  ["/slow-body", {}, { _tag: "TimedOut", phase: "reading the body" }],
  ["/hang", {}, { _tag: "TimedOut", phase: "waiting for the answer" }],
  [
    "/controls",
    { actions: [{ type: "wait", selector: "#never" }] },
    { _tag: "ActionFailed", index: 0, selector: "#never" }
  ],
  [
    "/controls",
    {
      actions: [
        { type: "wait", milliseconds: 1 },
        { type: "executeJavascript", script: "for (;;);" }
      ]
    },
    { _tag: "ActionFailed", index: 1, action: "executeJavascript" }
  ]
] as const)("%s that is not done in time says what was under way: %j", async (path, options, reason) => {
  const reasonOf = (timeout: number) =>
    orb.scrape(site.url(path), { ...options, timeout }).then(
      () => undefined,
      (error: { readonly reason: object }) => error.reason
    )
  // However long this machine needs to come so far.
  let timeout = 2000
  let found = await reasonOf(timeout)
  const isThere = () => Object.entries(reason).every(([name, value]) => Reflect.get(found ?? {}, name) === value)
  while (!isThere() && timeout < 32_000) found = await reasonOf((timeout *= 2))
  expect(found).toMatchObject(reason._tag === "TimedOut" ? { ...reason, limitMs: timeout } : reason)
})
