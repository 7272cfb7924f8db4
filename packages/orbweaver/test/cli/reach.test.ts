// The command line's ways to pages, and where it keeps their pictures.
import { httpProxy } from "@orbweaver/testing/internal/TestProxies"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { Effect } from "effect"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runToEnd, startCommand } from "../support/commandLine.ts"
import { nextLine } from "../support/commandProcess.ts"

let site: Running
let directory: string
const running: Array<() => Promise<unknown>> = []

beforeAll(async () => {
  site = await start()
  directory = await mkdtemp(join(tmpdir(), "orbweaver-reach-"))
})

afterAll(async () => {
  for (const stop of running) await stop()
  await site.close()
  await rm(directory, { recursive: true })
})

const scrape = (path: string, env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
  runToEnd(["scrape", site.url(path).href, "--allow-local", ...flags], { env })

const serve = async (...flags: ReadonlyArray<string>) => {
  const command = startCommand(["serve", "--port", "0", "--allow-local", ...flags])
  const line = await nextLine(command.stdout)
  running.push(command.interrupt)
  return { base: /https?:\S+/.exec(line)![0], stop: command.interrupt }
}

const picture = async (base: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const response = await fetch(`${base}/v2/scrape`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ url: site.url("/page").href, formats: ["screenshot"] })
  })
  return ((await response.json()) as { readonly data: { readonly screenshot: string } }).data.screenshot
}

it("serve --data keeps pictures in the directory, and gives them after it was started again", async () => {
  const first = await serve("--data", directory)
  const address = await picture(first.base)
  expect(address.startsWith(`${first.base}/blobs/`)).toBe(true)
  const bytes = await (await fetch(address)).bytes()
  expect([...bytes.subarray(1, 4)]).toEqual([...Buffer.from("PNG")])
  await first.stop()
  const second = await serve("--data", directory, "--public-url", "https://api.test")
  expect(await (await fetch(second.base + new URL(address).pathname)).bytes()).toEqual(bytes)
  expect((await fetch(`${second.base}/blobs/another.png`)).status).toBe(404)
  expect(await picture(second.base)).toMatch(/^https:\/\/api\.test\/blobs\/\S+\.png$/)
  await second.stop()
})

it("serve names a picture as its caller, or the proxy before it, reached the server", async () => {
  const { base, stop } = await serve()
  const called = base.replace("127.0.0.1", "localhost")
  const address = await picture(called)
  expect(address.startsWith(`${called}/blobs/`)).toBe(true)
  expect((await fetch(address)).status).toBe(200)
  const forwarded = { "x-forwarded-host": "api.test", "x-forwarded-proto": "https" }
  expect(await picture(base, forwarded)).toMatch(/^https:\/\/api\.test\/blobs\/\S+\.png$/)
  await stop()
})

it("scrape --max-age answers from the disk of its user, and without it from the site", async () => {
  const env = { XDG_CACHE_HOME: join(directory, "cache") }
  const visits = async (...flags: ReadonlyArray<string>) => (await scrape("/counter", env, ...flags)).stdout.trim()
  const first = await visits("--max-age", "60s")
  expect(await visits("--max-age", "60s")).toBe(first)
  expect(await visits()).not.toBe(first)
  const blocked = await scrape("/counter", { XDG_CACHE_HOME: fileURLToPath(import.meta.url) }, "--max-age", "60s")
  expect(blocked).toMatchObject({
    code: 0,
    stderr: "warning: pages are not cached, because the cache directory cannot be used\n"
  })
})

it("scrape -f screenshot -o writes the picture itself", async () => {
  const file = join(directory, "page.png")
  expect(await scrape("/page", {}, "-f", "screenshot", "-o", file)).toMatchObject({ code: 0, stdout: "" })
  expect((await readFile(file)).subarray(1, 4).toString()).toBe("PNG")
})

it("pages leave through --proxy or PROXY_SERVER, fetched and rendered", () =>
  Effect.gen(function* () {
    const proxy = yield* httpProxy()
    const { host } = new URL(proxy.url)
    const named = { PROXY_SERVER: host, PROXY_USERNAME: "user", PROXY_PASSWORD: "word" }
    const ways: ReadonlyArray<readonly [Record<string, string>, ReadonlyArray<string>]> = [
      [{}, ["--proxy", proxy.url]],
      [named, []],
      [named, ["--wait-for", "1ms"]]
    ]
    for (const [index, [env, flags]] of ways.entries()) {
      const { code, stderr } = yield* Effect.promise(() => scrape("/page", env, ...flags))
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(proxy.asked().length).toBeGreaterThan(index)
    }
    const wrong = yield* Effect.promise(() => scrape("/page", {}, "--proxy", "ftp://proxy.example"))
    expect(wrong).toMatchObject({ code: 2, stdout: "" })
    expect(wrong.stderr).toContain("--proxy takes an address with http, https or socks5")
  }).pipe(Effect.scoped, Effect.runPromise))
