// Browser profiles as the library and plain HTTP have them, in a real browser: a login in one serves the next.
import { playwright } from "@orbweaver/browser"
import { localAccount } from "@orbweaver/core/accounts/Account"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { toWebHandler } from "@orbweaver/http/Server"
import { sqlite } from "@orbweaver/storage/sqlite"
import { start } from "@orbweaver/testing/TestSite"
import { Layer } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { createOrbweaver, layer } from "orbweaver/effect"
import { describe, expect, it } from "vitest"

const secret = "b3a1f0c2-the-cookie-of-a-login"
const encryptionKeys = ["a key of at least thirty-two characters"]
const otherKeys = ["another key of thirty-two characters or more"]

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const page = (response: ServerResponse, text: string, headers = {}) => {
  response.writeHead(200, { "content-type": "text/html", ...headers })
  response.end(`<title>Shop</title><main>${text}</main>`)
}

/** A shop whose account page is for who has logged in by its form; `asked` are the cookies that came with requests. */
const shop = async () => {
  const asked: Array<string> = []
  const site = await start({
    routes: {
      "/login": ({ response }: Exchange) => page(response, `<form action="/enter"><button>Log in</button></form>`),
      "/enter": ({ response }: Exchange) =>
        page(
          response,
          `<h1>Welcome</h1><script>
            localStorage.setItem("visitor", "Ada")
            const opening = indexedDB.open("cart", 1)
            opening.onupgradeneeded = () => opening.result.createObjectStore("items").put("honey", "first")
            opening.onsuccess = () => { document.querySelector("h1").textContent = "Logged in" }
          </script>`,
          { "set-cookie": `login=${secret}; Path=/; HttpOnly` }
        ),
      "/account": ({ request, response }: Exchange) => {
        asked.push(request.headers.cookie ?? "")
        if (request.headers.cookie?.includes(secret) !== true) return page(response, "<h1>Please log in</h1>")
        return page(
          response,
          `<h1>Orders</h1><p></p><script>
            const opening = indexedDB.open("cart", 1)
            opening.onsuccess = () => {
              const reading = opening.result.transaction("items").objectStore("items").get("first")
              reading.onsuccess = () => {
                document.querySelector("p").textContent = localStorage.getItem("visitor") + " ordered " + reading.result
              }
            }
          </script>`
        )
      },
      "/leave": ({ response }: Exchange) =>
        page(response, "<h1>Goodbye</h1>", { "set-cookie": "login=; Path=/; Max-Age=0" })
    }
  })
  return { asked, close: () => site.close(), url: (path: string) => site.url(path).href }
}

const local = { egress: { allowLocal: true }, renderer: playwright() }
const profile = { name: "shop" }

const logIn = async (orb: ReturnType<typeof createOrbweaver>, url: string) => {
  await using browser = await orb.openBrowser({ url, profile })
  await browser.run("await page.click('button'); await page.waitForSelector('text=Logged in')")
}

describe("a profile", () => {
  it("carries a login, with cookies and storage, from a browser session to the next scrape", async () => {
    const site = await shop()
    await using orb = createOrbweaver({ ...local, profiles: { encryptionKeys } })
    await logIn(orb, site.url("/login"))

    const read = async (options = {}) => (await orb.scrape(site.url("/account"), options)).markdown
    expect(await read({ profile })).toBe("# Orders\n\nAda ordered honey")
    // Neither the cache nor the index gives it to those who ask without the profile.
    expect(await read()).toBe("# Please log in")
    expect(await read({ profile: { name: "other", saveChanges: false } })).toBe("# Please log in")
    expect(await read({ profile: { ...profile, saveChanges: false } })).toBe("# Orders\n\nAda ordered honey")

    const [info, ...others] = await orb.listProfiles()
    expect(others).toEqual([])
    expect(info).toMatchObject({ name: "shop", bytes: expect.any(Number) })
    expect(JSON.stringify(info)).not.toContain(secret)

    await orb.deleteProfile("shop")
    expect(await orb.listProfiles()).toEqual([])
    await expect(orb.deleteProfile("shop")).rejects.toMatchObject({ _tag: "ProfileNotFound" })
    expect(await read({ profile })).toBe("# Please log in")
    await site.close()
  })

  it("stays as it was where its changes are not saved, and follows those that are", async () => {
    const site = await shop()
    await using orb = createOrbweaver({ ...local, profiles: { encryptionKeys } })
    await logIn(orb, site.url("/login"))
    const isIn = async () => {
      const { markdown } = await orb.scrape(site.url("/account"), { profile: { ...profile, saveChanges: false } })
      return markdown.includes("Orders")
    }
    await orb.scrape(site.url("/leave"), { profile: { ...profile, saveChanges: false } })
    expect(await isIn()).toBe(true)
    await orb.scrape(site.url("/leave"), { profile })
    expect(await isIn()).toBe(false)
    const missing = await orb.scrape(site.url("/account"), { profile: { name: "none", saveChanges: false } })
    expect(missing.warning).toContain('There is no profile "none"')
    await site.close()
  })

  it("is saved by one at a time, and read by all", async () => {
    const site = await shop()
    await using orb = createOrbweaver({ ...local, profiles: { encryptionKeys } })
    await logIn(orb, site.url("/login"))
    const browser = await orb.openBrowser({ url: site.url("/account"), profile })
    await expect(orb.scrape(site.url("/account"), { profile })).rejects.toMatchObject({ _tag: "ProfileInUse" })
    await expect(orb.openBrowser({ profile })).rejects.toMatchObject({ _tag: "ProfileInUse", name: "shop" })
    const readOnly = { ...profile, saveChanges: false }
    expect((await orb.scrape(site.url("/account"), { profile: readOnly })).markdown).toContain("Orders")
    await browser.close()
    expect((await orb.scrape(site.url("/account"), { profile })).warning).toBeUndefined()
    await site.close()
  })

  it("is read by the pages of a batch, which save nothing", async () => {
    const site = await shop()
    await using orb = createOrbweaver({ ...local, profiles: { encryptionKeys } })
    await logIn(orb, site.url("/login"))
    const urls = [site.url("/account"), site.url("/account?2"), site.url("/leave")]
    const { data } = await orb.batchScrape(urls, { profile })
    expect(data.map(({ markdown }) => markdown).sort()).toEqual([
      "# Goodbye",
      "# Orders\n\nAda ordered honey",
      "# Orders\n\nAda ordered honey"
    ])
    expect(JSON.stringify(data)).not.toContain(secret)
    expect((await orb.scrape(site.url("/account"), { profile })).markdown).toContain("Orders")
    await site.close()
  })

  it("is refused without a key, and by a browser that is not there", async () => {
    const site = await shop()
    await using orb = createOrbweaver(local)
    const refusal = { _tag: "ProfilesUnavailable", message: expect.stringContaining("profiles.encryptionKeys") }
    await expect(orb.scrape(site.url("/account"), { profile })).rejects.toMatchObject(refusal)
    await expect(orb.openBrowser({ profile })).rejects.toMatchObject(refusal)
    await expect(orb.startCrawl(site.url("/account"), { scrapeOptions: { profile } })).rejects.toMatchObject({
      _tag: "InvalidInput",
      message: expect.stringContaining("profiles.encryptionKeys")
    })
    await using fetching = createOrbweaver({ egress: { allowLocal: true }, profiles: { encryptionKeys } })
    await expect(fetching.scrape(site.url("/account"), { profile })).rejects.toMatchObject({
      reason: { _tag: "NeedsBrowser", features: ["profile"] }
    })
    expect(() => createOrbweaver({ profiles: { encryptionKeys: ["short"] } })).toThrow(/profiles.encryptionKeys/)
    expect(site.asked).toEqual([])
    await site.close()
  })

  it("is not saved beyond its bounds, and says so", async () => {
    const site = await shop()
    await using small = createOrbweaver({ ...local, profiles: { encryptionKeys, maxBytes: 20 } })
    const { warning } = await small.scrape(site.url("/enter"), { profile })
    expect(warning).toMatch(
      /^The profile "shop" was not saved: its \d+ bytes are more than the 20 of `profiles.maxBytes`/
    )
    expect(await small.listProfiles()).toEqual([])
    await using one = createOrbweaver({ ...local, profiles: { encryptionKeys, maxPerAccount: 1 } })
    await one.scrape(site.url("/enter"), { profile })
    await expect(one.scrape(site.url("/enter"), { profile: { name: "second" } })).rejects.toMatchObject({
      _tag: "TooManyProfiles",
      limit: 1
    })
    await site.close()
  })

  it("lies encrypted in the file of the stores, and opens with its key alone", async () => {
    const site = await shop()
    const folder = await mkdtemp(join(tmpdir(), "profiles-"))
    const file = join(folder, "orbweaver.sqlite")
    const withKeys = (keys: ReadonlyArray<string>) =>
      createOrbweaver({ ...local, stores: sqlite(file), profiles: { encryptionKeys: keys } })
    {
      await using orb = withKeys(encryptionKeys)
      await logIn(orb, site.url("/login"))
    }
    const names = [file, `${file}-wal`]
    for (const name of names) {
      const bytes = await readFile(name).catch(() => Buffer.alloc(0))
      expect(bytes.includes(secret)).toBe(false)
    }
    // A row is of no use under another name.
    const db = new DatabaseSync(file)
    db.exec(`INSERT INTO profile SELECT json_array('local', 'stolen'), account, 'stolen', sealed_by, sealed, bytes,
      created_at, saved_at, used_at, ends_at FROM profile`)
    db.close()
    {
      await using orb = withKeys(encryptionKeys)
      await expect(orb.scrape(site.url("/account"), { profile: { name: "stolen" } })).rejects.toMatchObject({
        _tag: "ProfileUnreadable"
      })
    }
    {
      await using orb = withKeys(otherKeys)
      const unreadable = { _tag: "ProfileUnreadable", message: expect.stringContaining("profiles.encryptionKeys") }
      await expect(orb.scrape(site.url("/account"), { profile })).rejects.toMatchObject(unreadable)
      await expect(orb.openBrowser({ profile })).rejects.toMatchObject(unreadable)
    }
    expect(site.asked).toEqual([])
    {
      // A second key still opens what the first does not, which encrypts it from then on.
      await using orb = withKeys([...otherKeys, ...encryptionKeys])
      expect((await orb.scrape(site.url("/account"), { profile })).markdown).toContain("Orders")
    }
    await using orb = withKeys(otherKeys)
    expect((await orb.scrape(site.url("/account"), { profile })).markdown).toContain("Orders")
    await site.close()
    await rm(folder, { recursive: true })
  })
})

describe("over HTTP", () => {
  const teams = ["acme", "rival"].map((id) => ({ key: `fc-${id}`, account: { ...localAccount, id } }))

  const serve = (options = {}) => {
    const services = layer({ ...local, profiles: { encryptionKeys }, ...options })
    const api = toWebHandler(Layer.merge(services, ApiKeys.layerStatic(teams)))
    const ask = async (team: string, method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer fc-${team}`, "content-type": "application/json" }
      const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      const answer = await api.handler(new Request(`http://localhost${path}`, request))
      return { status: answer.status, body: (await answer.json()) as Record<string, any> }
    }
    return { api, ask }
  }

  it("a team logs in by a session, scrapes and interacts with its profile, lists and deletes it; another does not", async () => {
    const site = await shop()
    const { api, ask } = serve()
    const { body: opened } = await ask("acme", "POST", "/v2/browser", { ttl: 120, profile: { name: "a/b ü" } })
    const code = `await page.goto(${JSON.stringify(site.url("/login"))}); await page.click('button'); await page.waitForSelector('text=Logged in')`
    const executed = await ask("acme", "POST", `/v2/browser/${opened["id"]}/execute`, { code })
    expect(executed).toMatchObject({ status: 200, body: { success: true } })
    const busy = await ask("acme", "POST", "/v2/interact", { profile: { name: "a/b ü" } })
    expect(busy).toMatchObject({ status: 409, body: { code: "PROFILE_IN_USE" } })
    expect((await ask("acme", "DELETE", `/v2/browser/${opened["id"]}`)).body).not.toHaveProperty("warning")

    const scrape = (team: string, more = {}) =>
      ask(team, "POST", "/v2/scrape", {
        url: site.url("/account"),
        profile: { name: "a/b ü", saveChanges: false },
        ...more
      })
    const { body } = await scrape("acme")
    expect(body["data"].markdown).toContain("Orders")
    expect(JSON.stringify(body)).not.toContain(secret)
    const { body: foreign } = await scrape("rival")
    expect(foreign["data"]).toMatchObject({ markdown: "# Please log in", warning: expect.stringContaining("a/b ü") })
    expect((await ask("rival", "GET", "/v2/profiles")).body).toEqual({ success: true, profiles: [] })
    expect(await ask("rival", "DELETE", `/v2/profiles/${encodeURIComponent("a/b ü")}`)).toMatchObject({ status: 404 })

    const { body: listed } = await ask("acme", "GET", "/v2/profiles")
    expect(listed["profiles"]).toMatchObject([{ name: "a/b ü", savedAt: expect.stringMatching(/Z$/) }])
    expect(JSON.stringify(listed)).not.toMatch(/sealed/i)

    // A page of a scrape is opened again with the profile that it was scraped with.
    const again = await ask("acme", "POST", `/v2/scrape/${body["data"].metadata.scrapeId}/interact`, {
      code: "await page.innerText('h1')"
    })
    expect(again.body).toMatchObject({ success: true, result: "Orders" })

    expect(await ask("acme", "DELETE", `/v2/profiles/${encodeURIComponent("a/b ü")}`)).toMatchObject({ status: 200 })
    expect((await ask("acme", "GET", "/v2/profiles")).body["profiles"]).toEqual([])
    const forgetting = { zeroDataRetention: true }
    const saving = { profile: { name: "a/b ü" }, ...forgetting }
    expect(await scrape("acme", saving)).toMatchObject({ body: { code: "SCRAPE_ZDR_VIOLATION_ERROR" } })
    expect((await scrape("acme", forgetting)).status).toBe(200)
    for (const wrong of ["shop", { name: "" }, { name: "a\nb" }, { name: "x".repeat(129) }, { saveChanges: true }]) {
      expect((await scrape("acme", { profile: wrong })).status).toBe(400)
    }
    await api.dispose()
    await site.close()
  })

  it("a server without a key answers 400 that names what its operator sets", async () => {
    const { api, ask } = serve({ profiles: {} })
    const url = "http://127.0.0.1:9/"
    for (const [path, body] of [
      ["/v2/scrape", { url, profile }],
      ["/v2/crawl", { url, scrapeOptions: { profile } }],
      ["/v2/batch/scrape", { urls: [url], profile }],
      ["/v2/browser", { profile }]
    ] as const) {
      const answer = await ask("acme", "POST", path, body)
      expect(answer).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining("ORBWEAVER_ENCRYPTION_KEYS") }
      })
    }
    await api.dispose()
  })
})
