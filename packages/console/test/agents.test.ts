// Agents: begin one, see its steps and its answer, find it in the list, and stop one that is at work.
import { scriptedModel } from "@orbweaver/testing/doubles/scripted"
import { TestSite } from "@orbweaver/testing/TestSite"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import * as Node from "@orbweaver/http/Node"
import { Duration, Effect, Layer } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { withKeys } from "../../http/test/assembly.ts"
import { loadConsole } from "../src/index.ts"
import { launchChromium } from "./support/chromium.ts"
import { faultsOf } from "./support/faults.ts"
import { routes } from "./support/site.ts"
import { go, visit } from "./support/visitor.ts"

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

const read = (url: string) => ({ tool: "read", query: "", urls: [url], reason: "The page may say it.", answer: "" })
const finish = { tool: "answer", query: "", urls: [], reason: "", answer: "The fern grows in shade." }

/** A server with the console and an agent whose model answers from a script made of the site's address. */
const visiting = (
  script: (site: (path: string) => string) => ReadonlyArray<object>,
  use: (page: Page, site: (path: string) => string) => Promise<void>
): Promise<void> =>
  Effect.gen(function* () {
    const site = yield* TestSite
    const address = (path: string) => site.url(path).href
    const { model } = yield* scriptedModel(script(address))
    const services = yield* Layer.build(withKeys(ApiKeys.layerOpen(), { model }))
    const console = yield* Effect.promise(loadConsole)
    const { url } = yield* Effect.provide(
      Node.listen({ port: 0, console, gracefulShutdown: Duration.seconds(1) }),
      services
    )
    yield* Effect.promise(() =>
      visit(browser, `${url}/console/`, async (page) => {
        await go(page, "#/agents")
        await page.getByRole("heading", { name: "No agents" }).waitFor()
        await use(page, address)
      })
    )
  }).pipe(
    Effect.scoped,
    // A page that answers only when the site closes keeps an agent at work.
    Effect.provide(TestSite.layerWith({ routes: { ...routes, "/waits": () => undefined } })),
    Effect.runPromise
  )

const start = async (page: Page, prompt: string): Promise<void> => {
  await page.getByLabel("What to find out").fill(prompt)
  await page.getByRole("button", { name: "Start agent" }).click()
  await page.getByRole("heading", { level: 1, name: prompt }).waitFor()
}

describe("agents", { concurrent: false }, () => {
  it.each(["light", "dark"] as const)(
    "are begun, show their steps and answer, and stand in the list, in %s",
    (scheme) =>
      visiting(
        (site) => [read(site("/garden/plants/fern")), finish],
        async (page, site) => {
          await page.emulateMedia({ colorScheme: scheme })
          await start(page, "Where does the fern grow?")
          await page.locator("h1 .status-completed").waitFor()
          await page
            .getByRole("region", { name: "Answer" })
            .getByText("The fern grows in shade.", { exact: true })
            .waitFor()
          const steps = page.getByRole("region", { name: "Steps" })
          assert.include(await steps.innerText(), "The page may say it.")
          await steps
            .getByText(/What came of it/)
            .first()
            .click()
          await page.getByRole("region", { name: "Sources" }).getByText(site("/garden/plants/fern")).first().waitFor()
          assert.deepStrictEqual(await faultsOf(page), [])
          await page.getByRole("link", { name: "All agents" }).click()
          const row = page.getByRole("row").filter({ hasText: "Where does the fern grow?" })
          await row.getByText("completed").waitFor()
          assert.deepStrictEqual(await faultsOf(page), [])
          await row.getByRole("link").click()
          await page.getByRole("heading", { level: 1, name: "Where does the fern grow?" }).waitFor()
        }
      )
  )

  it("are stopped while they are at work", () =>
    visiting(
      (site) => [read(site("/waits")), finish],
      async (page) => {
        await start(page, "What does it wait for?")
        await page.getByRole("button", { name: "Cancel" }).click()
        await page.locator("h1 .status-cancelled").waitFor()
        assert.strictEqual(await page.getByRole("button", { name: "Cancel" }).count(), 0)
        await page.getByRole("link", { name: "All agents" }).click()
        await page.getByRole("row").filter({ hasText: "What does it wait for?" }).getByText("cancelled").waitFor()
      }
    ))
})
