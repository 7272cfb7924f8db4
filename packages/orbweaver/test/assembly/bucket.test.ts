// Documents of jobs and cached pages in an S3-compatible store: of an instance, while the store is away, and of a server.
import { Firecrawl } from "@mendable/firecrawl-js"
import * as ScrapeId from "@orbweaver/core/internal/model/ScrapeId"
import { JobId } from "@orbweaver/core/model/Job"
import { Egress } from "@orbweaver/core/network/Egress"
import { DocumentStore } from "@orbweaver/core/jobs/DocumentStore"
import { sqlite } from "@orbweaver/storage/sqlite"
import { s3Documents, s3PageCache } from "@orbweaver/storage/s3"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"
import { unzipSync } from "fflate"
import { createHash } from "node:crypto"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, type OrbweaverOptions } from "orbweaver"
import { jsonLines, markdownFolder, sqliteTable, wacz, warc, writePages } from "orbweaver/sinks"
import { afterAll, beforeAll, it } from "vitest"
import { makeBucket } from "../../../storage/src/s3/Bucket.ts"
import { connect } from "../../../storage/src/s3/S3Client.ts"
import { bucket, credentials, startS3 } from "../../../storage/test/support/s3Server.ts"
import { startCommand } from "../support/commandLine.ts"
import { nextLine } from "../support/commandProcess.ts"

let site: Running
let directory: string

beforeAll(async () => {
  site = await start()
  directory = await mkdtemp(join(tmpdir(), "orbweaver-documents-"))
})

afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

const instance = (more: OrbweaverOptions) => createOrbweaver({ egress: { allowLocal: true }, ...more })

const crawlOptions = { sitemap: "skip", scrapeOptions: { formats: ["markdown", "html", "links"] } } as const

/** The documents of a crawl as JSON, without what names or times the crawl, in one order. */
const comparable = (data: ReadonlyArray<object>): ReadonlyArray<string> =>
  data.map((document) => JSON.stringify(document).replaceAll(/"(?:scrapeId":"[^"]*|tookMs":\d+)/g, "")).sort()

/** How many documents a bucket has. */
const countIn = (options: Parameters<typeof s3Documents>[0]): Promise<number> => {
  const count = Effect.gen(function* () {
    const store = yield* DocumentStore
    let count = 0
    yield* store.list(undefined, (some) => Effect.sync(() => void (count += some.length)))
    return count
  })
  return Effect.runPromise(Effect.provide(count, Layer.provide(s3Documents(options), Egress.layer())))
}

it("a crawl has the same documents in a bucket as in a database, and removing it removes them", async ({ expect }) => {
  const store = await startS3()
  const options = { ...credentials, endpoint: store.endpoint, prefix: "same" }
  const file = join(directory, "same.sqlite")
  await using plain = instance({ stores: sqlite(":memory:") })
  await using orb = instance({ stores: sqlite(file), documents: s3Documents(options) })
  const start = site.url("/site/12/").href
  const expected = await plain.crawl(start, crawlOptions)
  const job = await orb.crawl(start, crawlOptions)
  expect(job.data.length).toBe(13)
  expect(comparable(job.data)).toEqual(comparable(expected.data))
  expect(await countIn(options)).toBe(13)

  // Its rows hold only what stores read themselves.
  const rows = new DatabaseSync(file, { readOnly: true }).prepare("SELECT document FROM result").all()
  const members = rows.map(({ document }) => Object.keys(JSON.parse(String(document)) as object).join())
  expect(new Set(members)).toEqual(new Set(["metadata,storedDocument"]))

  await orb.removeJob(job.id)
  expect(await countIn(options)).toBe(0)
  await store.stop()
})

// It must be seen while it runs, which other tests beside it would delay.
it(
  "a crawl during which the store is away says so, and completes when it is back",
  {
    concurrent: false,
    timeout: 90_000
  },
  async ({ expect }) => {
    const store = await startS3()
    const options = { ...credentials, endpoint: store.endpoint, prefix: "away", retries: 0 }
    const lines: Array<string> = []
    await using orb = instance({
      stores: sqlite(":memory:"),
      documents: s3Documents(options),
      logger: (line) => void lines.push(JSON.stringify(line))
    })
    const { id } = await orb.startCrawl(site.url("/site/19/").href, { ...crawlOptions, delay: 0.3 })
    await expect.poll(async () => (await orb.getCrawlStatus(id)).completed, { timeout: 20_000 }).toBeGreaterThan(5)
    store.setAway(true)
    await expect.poll(() => lines.join("\n"), { timeout: 20_000 }).toContain("Settling pages is tried again")
    expect(lines.join("\n")).toContain("answered 503 SlowDown")
    // Documents that are there cannot be read meanwhile either, and are no empty ones.
    await expect(orb.getCrawlStatus(id)).rejects.toMatchObject({ _tag: "StoreError", kind: "unavailable" })
    store.setAway(false)
    const ended = async () => (await orb.getCrawlStatus(id)).status
    await expect.poll(ended, { timeout: 30_000 }).toBe("completed")
    const { data } = await orb.getCrawlStatus(id)
    expect(data.length).toBe(20)
    expect(data.every(({ markdown }) => markdown !== undefined && markdown !== "")).toBe(true)
    expect(await countIn(options)).toBe(20)
    await store.stop()
  }
)

/** Removes the object of one document in a bucket and cuts that of another; gives their places in the job. */
const damageTwo = (options: Parameters<typeof s3Documents>[0]): Promise<void> => {
  const damage = Effect.gen(function* () {
    const store = makeBucket(yield* connect(options))
    const keys: Array<string> = []
    yield* store.list("test", `${options.prefix}/`, (objects) =>
      Effect.sync(() => void keys.push(...objects.map(({ key }) => key)))
    )
    const [gone, cut] = keys.toSorted()
    yield* store.remove("test", gone!)
    const bytes = (yield* store.readAll("test", cut!, 1_000_000))!.subarray(0, 40)
    const sha256 = createHash("sha256").update(bytes).digest("hex")
    yield* store.write("test", cut!, { bytes, sha256, mediaType: "application/octet-stream" })
  })
  return Effect.runPromise(damage.pipe(Effect.scoped, Effect.provide(Egress.layer())))
}

const codesOf = (data: ReadonlyArray<{ readonly metadata: { readonly code?: unknown } }>) =>
  data.flatMap(({ metadata: { code } }) => (typeof code === "string" ? [code] : [])).toSorted()

const lost = ["DOCUMENT_DAMAGED", "DOCUMENT_MISSING"]

it(
  "pages whose documents are lost say so, and every reader has the others",
  { timeout: 120_000 },
  async ({ expect }) => {
    const store = await startS3()
    const place = { ...credentials, endpoint: store.endpoint, prefix: "lost" }
    const server = startCommand(["serve", "--port", "0", "--allow-local", "--data", join(directory, "lost")], {
      env: {
        ORBWEAVER_S3_BUCKET: bucket,
        ORBWEAVER_S3_ENDPOINT: store.endpoint,
        ORBWEAVER_S3_PREFIX: "lost",
        ORBWEAVER_S3_ACCESS_KEY_ID: credentials.accessKeyId,
        ORBWEAVER_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        ORBWEAVER_S3_DOCUMENTS: "true"
      }
    })
    const base = /https?:\S+/.exec(await nextLine(server.stdout))![0]
    const client = new Firecrawl({ apiKey: "fc-any", apiUrl: base })
    const { id } = await client.startCrawl(site.url("/site/5/").href, { sitemap: "skip" })
    await expect.poll(async () => (await client.getCrawlStatus(id)).status, { timeout: 20_000 }).toBe("completed")
    await damageTwo(place)

    const ask = async (path: string, body?: object) => {
      const response = await fetch(base + path, {
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
        headers: { "content-type": "application/json" }
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, bytes, text: Buffer.from(bytes).toString() }
    }
    const json = async (path: string, body?: object) => JSON.parse((await ask(path, body)).text)

    const found = await client.getCrawlStatus(id)
    expect(found.data.length).toBe(6)
    expect(codesOf(found.data as never)).toEqual(lost)
    expect(found.data.filter(({ markdown }) => markdown !== undefined).length).toBe(4)
    for (const path of [`/v1/crawl/${id}`, `/v2/crawl/${id}?limit=2`, `/v2/crawl/${id}?skip=1`]) {
      expect((await ask(path)).status, path).toBe(200)
    }
    expect(codesOf((await json(`/v1/crawl/${id}`)).data)).toEqual(lost)
    expect(await client.getCrawlErrors(id)).toEqual({ errors: [], robotsBlocked: [] })

    // Who asks for one page alone is told that it cannot be read.
    const { pages } = await json(`/console/api/jobs/${id}/pages`)
    expect(pages.length).toBe(6)
    const answers = await Promise.all(
      (pages as ReadonlyArray<{ readonly page: string }>).map(({ page }) =>
        ask(`/v2/scrape/${ScrapeId.ofPage(JobId.make(id), page)}`)
      )
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 200, 500, 500
    ])
    for (const { status, text } of answers) {
      if (status === 500) expect(JSON.parse(text)).toMatchObject({ success: false, code: "DOCUMENT_DAMAGED" })
    }

    const download = async (format: "jsonl" | "zip") => {
      const { url } = await json(`/console/api/jobs/${id}/export`, { format })
      return await ask(new URL(url).pathname)
    }
    const lines = (await download("jsonl")).text.trim().split("\n")
    expect(codesOf(lines.map((line) => JSON.parse(line)))).toEqual(lost)
    const files = Object.values(unzipSync((await download("zip")).bytes)).map((file) => Buffer.from(file).toString())
    expect(files.length).toBe(6)
    expect(files.flatMap((text) => /DOCUMENT_[A-Z]+/.exec(text)?.[0] ?? []).toSorted()).toEqual(lost)
    expect((await ask(`/console/api/jobs/${id}`)).status).toBe(200)

    const frames: Array<{ readonly type: string; readonly data: { readonly data: ReadonlyArray<never> } }> = []
    const socket = new WebSocket(`${base.replace("http", "ws")}/v1/crawl/${id}`)
    socket.addEventListener("message", ({ data }) => void frames.push(JSON.parse(String(data))))
    await new Promise((resolve) => socket.addEventListener("close", resolve))
    expect(codesOf(frames.find(({ type }) => type === "catchup")!.data.data)).toEqual(lost)

    const { stderr } = await server.interrupt()
    expect(stderr).toContain(`2 documents of the job ${id} cannot be read`)
    await store.stop()
  }
)

it(
  "lost documents stop no sink, and a later crawl fetches their pages anew",
  { timeout: 60_000 },
  async ({ expect }) => {
    const store = await startS3()
    const options = { ...credentials, endpoint: store.endpoint, prefix: "sinks" }
    await using orb = instance({ stores: sqlite(join(directory, "sinks.sqlite")), documents: s3Documents(options) })
    const crawl = { sitemap: "skip", scrapeOptions: { formats: ["markdown", "rawHtml"] } } as const
    const { id } = await orb.crawl(site.url("/site/5/").href, crawl)
    await damageTwo(options)

    expect(codesOf((await orb.getCrawlStatus(id)).data)).toEqual(lost)
    const folder = join(directory, "pages")
    const sinks = [
      jsonLines(join(directory, "lost.jsonl")),
      markdownFolder(folder),
      sqliteTable(join(directory, "lost.sqlite")),
      warc(join(directory, "lost.warc")),
      wacz(join(directory, "lost.wacz"))
    ]
    for (const sink of sinks) expect(await writePages(orb.followJob(id).pages(), sink)).toBe(6)
    const files = await readdir(folder, { recursive: true })
    expect(files.filter((name) => name.endsWith(".json") && name !== "index.json")).toHaveLength(2)
    const archive = await readFile(join(directory, "lost.warc"), "utf8")
    expect(archive.match(/WARC-Type: response/g)).toHaveLength(4)
    expect(archive.match(/error: What was stored of this page/g)).toHaveLength(2)

    const again = await orb.crawl(site.url("/site/5/").href, { ...crawl, previousCrawl: id })
    expect(codesOf(again.data)).toEqual([])
    expect(again.data.filter(({ markdown }) => markdown !== undefined).length).toBe(6)

    await orb.removeJob(id)
    await store.stop()
  }
)

it(
  "an extraction and a check of a monitor name the pages whose documents are lost",
  { timeout: 60_000 },
  async ({ expect }) => {
    const [kept, lostPage] = [site.url("/article").href, site.url("/page").href]
    const losing = Layer.effect(
      DocumentStore,
      DocumentStore.use((store) =>
        Effect.succeed({
          ...store,
          get: (...given: Parameters<typeof store.get>) =>
            Effect.map(store.get(...given), (text) => (text?.includes(`"sourceURL":"${lostPage}"`) ? undefined : text))
        })
      )
    ).pipe(Layer.provide(DocumentStore.layerMemory))
    await using orb = instance({ stores: sqlite(":memory:"), documents: losing })
    const error = { url: lostPage, error: "What was stored of this page is no longer there", code: "DOCUMENT_MISSING" }

    const schema = { type: "object", properties: { title: { type: "string" } } }
    const answer = await orb.extract({ urls: [kept, lostPage], schema })
    expect(answer.status).toBe("completed")
    expect(answer.errors).toEqual([error])
    expect(answer.warning).toContain("1 of 2 pages could not be read.")

    const targets = [{ type: "scrape" as const, urls: [kept, lostPage] }]
    const { id } = await orb.createMonitor({ name: "Lost", schedule: { cron: "0 3 * * *" }, targets })
    const { id: checkId } = await orb.runMonitor(id, { wait: true })
    const { pages } = await orb.getMonitorCheck(id, checkId)
    expect(
      pages.map(({ error, status, url }) => ({ url, status, error })).toSorted((a, b) => a.url.localeCompare(b.url))
    ).toEqual([
      { url: kept, status: "new", error: null },
      { url: lostPage, status: "error", error: error.error }
    ])
  }
)

it("a bucket that refuses its key fails readings with a code of its own, and no document counts as lost", async ({
  expect
}) => {
  const store = await startS3()
  const options = { ...credentials, endpoint: store.endpoint, prefix: "refused" }
  const stores = () => sqlite(join(directory, "refused.sqlite"))
  const crawl = async () => {
    await using orb = instance({ stores: stores(), documents: s3Documents(options) })
    return (await orb.crawl(site.url("/site/3/").href, crawlOptions)).id
  }
  const id = await crawl()
  const lines: Array<string> = []
  await using orb = instance({
    stores: stores(),
    documents: s3Documents({ ...options, secretAccessKey: "wrong" }),
    logger: (line) => void lines.push(JSON.stringify(line))
  })
  await expect(orb.getCrawlStatus(id)).rejects.toMatchObject({ _tag: "StoreError", kind: "misconfigured" })
  const api = await orb.http()
  const answer = await api.fetch(new Request(`http://127.0.0.1/v2/crawl/${id}`))
  expect(answer.status).toBe(500)
  const body = (await answer.json()) as object
  expect(body).toMatchObject({ success: false, code: "STORE_MISCONFIGURED" })
  expect(JSON.stringify(body)).not.toContain(bucket)
  expect(lines.join("\n")).toContain("answered 403 SignatureDoesNotMatch")
  await store.stop()
})

it("a completed job says nothing of pages that could not be stored, though its key is missing", async ({ expect }) => {
  const stores = (key: string) =>
    sqlite(join(directory, "keys.sqlite"), { encryptionKeys: [`the ${key} key of the operator, long enough`] })
  const crawl = async () => {
    await using orb = instance({ stores: stores("former") })
    return (await orb.crawl(site.url("/site/3/").href, crawlOptions)).id
  }
  const id = await crawl()
  await using orb = instance({ stores: stores("latest") })
  expect((await orb.getCrawlStatus(id)).warning).toBeUndefined()
  const api = await orb.http()
  const body = (await (await api.fetch(new Request(`http://127.0.0.1/v2/crawl/${id}`))).json()) as object
  expect(body).toMatchObject({ status: "completed", completed: 4 })
  expect(body).not.toHaveProperty("warning")
})

it("a scrape is answered from a page that the bucket has", async ({ expect }) => {
  const store = await startS3()
  const options = { ...credentials, endpoint: store.endpoint, prefix: "cached" }
  const page = site.url("/article").href
  const encryptionKeys = ["a key of the operator that is long enough"]
  const scrape = async () => {
    await using orb = instance({ stores: sqlite(":memory:"), cache: s3PageCache({ ...options, encryptionKeys }) })
    return await orb.scrape(page, { maxAge: 60_000 })
  }
  const first = await scrape()
  const second = await scrape()
  expect([first, second].map(({ metadata }) => metadata.cacheState)).toEqual(["miss", "hit"])
  expect(second.markdown).toBe(first.markdown)
  await store.stop()
})

it("serve keeps documents in the bucket of the environment, and reads them when it keeps no more there", async ({
  expect
}) => {
  const store = await startS3()
  const data = join(directory, "data")
  const env = {
    ORBWEAVER_S3_BUCKET: bucket,
    ORBWEAVER_S3_ENDPOINT: store.endpoint,
    ORBWEAVER_S3_PREFIX: "serve",
    ORBWEAVER_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    ORBWEAVER_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey
  }
  const place = { ...credentials, endpoint: store.endpoint, prefix: "serve" }
  const serve = async (settings: Readonly<Record<string, string>>) => {
    const command = startCommand(["serve", "--port", "0", "--allow-local", "--data", data], { env: settings })
    const line = await nextLine(command.stdout)
    return { base: /https?:\S+/.exec(line)![0], stop: command.interrupt }
  }
  const get = async (address: string) =>
    (await (await fetch(address)).json()) as {
      readonly status: string
      readonly error?: string
      readonly data: ReadonlyArray<{ readonly markdown?: string }>
    }

  const storing = await serve({ ...env, ORBWEAVER_S3_DOCUMENTS: "true", ORBWEAVER_S3_CACHE: "true" })
  const response = await fetch(`${storing.base}/v2/crawl`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: site.url("/site/5/").href, sitemap: "skip" })
  })
  const { id } = (await response.json()) as { readonly id: string }
  const path = `/v2/crawl/${id}`
  await expect.poll(async () => (await get(storing.base + path)).status, { timeout: 20_000 }).toBe("completed")
  const { data: documents } = await get(storing.base + path)
  expect(documents.length).toBe(6)
  await storing.stop()
  expect(await countIn(place)).toBe(6)

  const reading = await serve(env)
  expect((await get(reading.base + path)).data).toEqual(documents)
  await reading.stop()

  const without = await serve({})
  const answer = await fetch(without.base + path)
  expect(answer.status).toBe(500)
  const { stderr } = await without.stop()
  expect(stderr).toContain("the document is in an object store that this process was not given")
  await store.stop()
})
