// Browser profiles at the command line, in a real browser: pages visited with one, and the list of a store.
import { start } from "@orbweaver/testing/TestSite"
import type { IncomingMessage, ServerResponse } from "node:http"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

const env = { ORBWEAVER_ENCRYPTION_KEYS: "a key of at least thirty-two characters" }

/** A page that counts the visits of a visitor by a cookie. */
const counter = ({ request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse }) => {
  const visits = Number(/visits=(\d+)/.exec(request.headers.cookie ?? "")?.[1] ?? 0) + 1
  response.writeHead(200, { "content-type": "text/html", "set-cookie": `visits=${visits}; Path=/` })
  response.end(`<title>Visits</title><main><h1>Visit ${visits}</h1></main>`)
}

it("a page is visited with a profile, which is listed and removed", async () => {
  const site = await start({ routes: { "/visits": counter } })
  const data = await mkdtemp(join(tmpdir(), "orbweaver-profiles-"))
  const visit = async (...flags: ReadonlyArray<string>) => {
    const args = ["scrape", site.url("/visits").href, "--allow-local", "--rules-only", "--data", data, ...flags]
    const { code, stdout } = await runToEnd(args, { env })
    expect(code).toBe(0)
    return stdout.trim()
  }
  const list = (...flags: ReadonlyArray<string>) => runToEnd(["profiles", "--data", data, ...flags], { env })

  expect(await visit("--profile", "shop")).toBe("# Visit 1")
  expect(await visit("--profile", "shop")).toBe("# Visit 2")
  expect(await visit("--profile", "shop", "--no-save-profile")).toBe("# Visit 3")
  expect(await visit("--profile", "shop", "--no-save-profile")).toBe("# Visit 3")
  expect(await visit()).toBe("# Visit 1")

  expect((await list()).stdout).toMatch(/^shop {2}\d+ bytes {2}saved \S+Z {2}used \S+Z {2}kept until \S+Z\n$/)
  expect(JSON.parse((await list("--json")).stdout)).toMatchObject([{ name: "shop", bytes: expect.any(Number) }])
  expect((await list("--account", "acme")).stderr).toContain("The account has no profiles")
  // Whoever has the store may list and remove without the key.
  const removed = await runToEnd(["profiles", "--remove", "shop", "--data", data])
  expect(removed).toMatchObject({ code: 0, stderr: expect.stringContaining("profile shop removed") })
  expect(await list("--remove", "shop")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no profile "shop"')
  })
  const without = await runToEnd(["scrape", site.url("/visits").href, "--allow-local", "--profile", "shop"], {})
  expect(without.code).not.toBe(0)
  expect(without.stderr).toContain("ORBWEAVER_ENCRYPTION_KEYS")
  await rm(data, { recursive: true })
  await site.close()
})
