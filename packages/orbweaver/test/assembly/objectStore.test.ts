// Pictures in an S3-compatible store: of an instance while the store is away, and of the command line.
import { playwright } from "@orbweaver/browser"
import { s3 } from "@orbweaver/storage/s3"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver } from "orbweaver"
import { afterAll, beforeAll, expect, it } from "vitest"
import { bucket, credentials, startS3 } from "../../../storage/test/support/s3Server.ts"
import { runToEnd, startCommand } from "../support/commandLine.ts"
import { nextLine } from "../support/commandProcess.ts"

let site: Running
let store: Awaited<ReturnType<typeof startS3>>
let directory: string

beforeAll(async () => {
  site = await start()
  store = await startS3()
  directory = await mkdtemp(join(tmpdir(), "orbweaver-bucket-"))
})

afterAll(async () => {
  await site.close()
  await store.stop()
  await rm(directory, { recursive: true })
})

const isPng = async (address: string) => {
  const response = await fetch(address)
  expect(response.status).toBe(200)
  return (
    Buffer.from(await response.bytes())
      .subarray(1, 4)
      .toString() === "PNG"
  )
}

it("a job waits for a store that is away, a scrape reports it, and both have their pictures afterwards", async ({
  expect
}) => {
  const store = await startS3()
  const lines: Array<string> = []
  await using orb = createOrbweaver({
    egress: { allowLocal: true },
    renderer: playwright(),
    blobs: s3({ ...credentials, endpoint: store.endpoint, presign: true, retries: 1 }),
    logger: (line) => void lines.push(JSON.stringify(line))
  })
  const page = site.url("/page").href
  const options = { formats: ["screenshot"] } as const
  store.setAway(true)
  await expect(orb.scrape(page, options)).rejects.toMatchObject({ _tag: "StoreError", kind: "unavailable" })
  const { id } = await orb.startBatchScrape([page], options)
  await expect.poll(() => lines.join("\n"), { timeout: 20_000 }).toContain("A page could not be processed")
  expect(lines.join("\n")).toContain("answered 503 SlowDown")
  expect((await orb.getBatchScrapeStatus(id)).status).toBe("scraping")
  store.setAway(false)
  await expect.poll(async () => (await orb.getBatchScrapeStatus(id)).status, { timeout: 20_000 }).toBe("completed")
  const { data } = await orb.getBatchScrapeStatus(id)
  expect(await isPng(data[0]!.screenshot!)).toBe(true)
  const { screenshot } = await orb.scrape(page, options)
  expect(await isPng(screenshot!)).toBe(true)
  await orb.removeJob(id)
  expect((await fetch(data[0]!.screenshot!)).status).toBe(404)
  await store.stop()
})

const env = () => ({
  ORBWEAVER_S3_BUCKET: bucket,
  ORBWEAVER_S3_ENDPOINT: store.endpoint,
  ORBWEAVER_S3_PREFIX: "cli",
  ORBWEAVER_S3_ACCESS_KEY_ID: credentials.accessKeyId,
  ORBWEAVER_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey
})

const serve = async (data: string, settings: Readonly<Record<string, string>>) => {
  const command = startCommand(["serve", "--port", "0", "--allow-local", "--data", data], { env: settings })
  const line = await nextLine(command.stdout)
  return { base: /https?:\S+/.exec(line)![0], stop: command.interrupt }
}

const picture = async (base: string): Promise<string> => {
  const response = await fetch(`${base}/v2/scrape`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: site.url("/page").href, formats: ["screenshot"] })
  })
  return ((await response.json()) as { readonly data: { readonly screenshot: string } }).data.screenshot
}

it("serve keeps pictures in the bucket of the environment, and blobs move brings those of the folder there", async () => {
  const data = join(directory, "data")
  const before = await serve(data, {})
  const old = new URL(await picture(before.base)).pathname
  await before.stop()

  const moved = await runToEnd(["blobs", "move", "--data", data], { env: env() })
  expect(moved).toMatchObject({ code: 0 })
  expect(moved.stdout).toMatch(/^moved 1 blob \(\d+ bytes\) to the bucket pictures\n$/)

  const { ORBWEAVER_S3_ACCESS_KEY_ID, ORBWEAVER_S3_SECRET_ACCESS_KEY, ...rest } = env()
  const ofAws = { AWS_ACCESS_KEY_ID: ORBWEAVER_S3_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: ORBWEAVER_S3_SECRET_ACCESS_KEY }
  const { base, stop } = await serve(data, { ...rest, ...ofAws })
  expect(await isPng(base + old)).toBe(true)
  const address = await picture(base)
  expect(address.startsWith(`${base}/blobs/`)).toBe(true)
  expect(await isPng(address)).toBe(true)
  await stop()
  const files = await readdir(data, { recursive: true })
  expect(files.filter((file) => file.endsWith(".png"))).toEqual([])
})

it.each([
  [["--data", "/no/such/folder"], {}, "there is no store in /no/such/folder"],
  [[], {}, "give the store"],
  [["--data", "."], { ORBWEAVER_S3_BUCKET: "" }, "where to? Set ORBWEAVER_S3_BUCKET"],
  [
    ["--data", "."],
    { ORBWEAVER_S3_BUCKET: "", ORBWEAVER_S3_DOCUMENTS: "true" },
    "S3_DOCUMENTS needs ORBWEAVER_S3_BUCKET"
  ],
  [["--data", "."], { ORBWEAVER_S3_SECRET_ACCESS_KEY: "" }, "needs ORBWEAVER_S3_ACCESS_KEY_ID"],
  [["--data", "."], { ORBWEAVER_S3_ENDPOINT: "nowhere" }, "endpoint"]
])("blobs move %j with %j is refused with exit code 2", async (args, settings, text) => {
  const all = Object.entries({ ...env(), ...settings }).filter(([, value]) => value !== "")
  const { code, stderr } = await runToEnd(["blobs", "move", ...args], { env: Object.fromEntries(all) })
  expect(stderr).toContain(text)
  expect(code).toBe(2)
})

it("blobs move names a bucket that there is not", async () => {
  const data = join(directory, "other")
  const { base, stop } = await serve(data, {})
  await picture(base)
  await stop()
  const { code, stderr } = await runToEnd(["blobs", "move", "--data", data], {
    env: { ...env(), ORBWEAVER_S3_BUCKET: "no-such-bucket" }
  })
  expect(code).toBe(1)
  expect(stderr).toContain("answered 404 NoSuchBucket")
})
