// A server whose store has rows of another encryption key: what it cannot read is named, and everything else is answered.
import { sqlite } from "@orbweaver/storage/sqlite"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const [first, second] = ["the first key of the operator, long enough", "the second key of the operator, long enough"]
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "orbweaver-keys-"))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const missing = /encrypted with the key [\da-f]{16}, which is not among the `encryptionKeys`/
const monitor = (name: string) =>
  ({
    name,
    schedule: { text: "hourly" },
    targets: [{ type: "scrape", urls: ["https://site.test/"] }]
  }) as const

/** An instance on the file with one key, and no worker. */
const withKey = (file: string, key: string) =>
  createOrbweaver({
    stores: sqlite(join(directory, file), { encryptionKeys: [key] }),
    egress: { allowLocal: true },
    worker: false
  })

const callOf = async (orb: Orbweaver) => {
  const api = await orb.http()
  return async (path: string, body?: object, method = body === undefined ? "GET" : "POST") => {
    const answer = await api.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    return { status: answer.status, body: (await answer.json()) as any }
  }
}

describe("a store with rows of another key", () => {
  it("lists all monitors, and names the one that cannot be read", async () => {
    const hidden = await (async () => {
      await using orb = withKey("monitors.sqlite", first)
      return (await orb.createMonitor(monitor("of the first key"))).id
    })()
    await using orb = withKey("monitors.sqlite", second)
    const call = await callOf(orb)
    const shown = (await call("/v2/monitor", monitor("of the second key"))).body.data.id
    const { body, status } = await call("/v2/monitor")
    expect(status).toBe(200)
    expect(body.data.map(({ error, id, name }: any) => [id, name, error === undefined])).toEqual([
      [hidden, "", false],
      [shown, "of the second key", true]
    ])
    expect(body.data[0].error).toMatch(missing)
    expect(body.data[0].error).toContain(hidden)
    expect((await orb.listMonitors()).map(({ id }) => id)).toEqual([hidden, shown])

    for (const [path, given, method] of [
      [`/v2/monitor/${hidden}`],
      [`/v2/monitor/${hidden}`, { name: "other" }, "PATCH"],
      [`/v2/monitor/${hidden}/run`, {}]
    ] as const) {
      const refused = await call(path, given, method)
      expect(refused).toMatchObject({
        status: 500,
        body: { code: "MONITOR_UNREADABLE", error: expect.stringMatching(missing) }
      })
    }
    expect((await call(`/v2/monitor/${hidden}/checks`)).status).toBe(200)
    expect((await call(`/v2/monitor/${hidden}`, undefined, "DELETE")).status).toBe(200)
    expect((await call("/v2/monitor")).body.data).toHaveLength(1)
  })

  it("lists monitors and checks although one is damaged, or of a newer version", async () => {
    const file = "damaged.sqlite"
    const ids = await (async () => {
      await using orb = createOrbweaver({ stores: sqlite(join(directory, file)), worker: false })
      const made = []
      for (const name of ["a", "b", "c"]) made.push((await orb.createMonitor(monitor(name))).id)
      await orb.runMonitor(made[2]!)
      return made
    })()
    const database = new DatabaseSync(join(directory, file))
    database.prepare("UPDATE monitor SET value = ? WHERE id = ?").run('{"name":"a', ids[0]!)
    database.prepare("UPDATE monitor SET value = ? WHERE id = ?").run('{"version":9}', ids[1]!)
    database.prepare("UPDATE job SET output = '{' WHERE kind = 'monitorCheck'").run()
    database.close()
    await using orb = createOrbweaver({ stores: sqlite(join(directory, file)), worker: false })
    const monitors = await orb.listMonitors()
    expect(monitors.map(({ error, id, name }) => [id, name, error === undefined])).toEqual([
      [ids[0], "", false],
      [ids[1], "", false],
      [ids[2], "c", true]
    ])
    const [check] = await orb.listMonitorChecks(ids[2]!)
    expect(check).toMatchObject({
      status: "running",
      error: expect.stringContaining("another version of the program, or is damaged")
    })
  })

  it("answers every list of jobs and the status of each, and names an extraction that it cannot read", async () => {
    const started = await (async () => {
      await using orb = withKey("jobs.sqlite", first)
      const url = "https://site.test/"
      const crawl = await orb.startCrawl(url, { webhook: "https://hook.test/" })
      const batch = await orb.startBatchScrape([url])
      const extract = await orb.startExtract({ urls: [url], prompt: "the name" })
      return { crawl: crawl.id, batch: batch.id, extract: extract.id }
    })()
    await using orb = withKey("jobs.sqlite", second)
    const call = await callOf(orb)
    const own = await orb.startCrawl("https://site.test/own")
    for (const version of ["v1", "v2"]) {
      const { body, status } = await call(`/${version}/crawl/active`)
      expect(status).toBe(200)
      expect(body.crawls.map(({ id }: any) => id).toSorted()).toEqual([started.crawl, own.id].toSorted())
      expect(body.crawls.find(({ id }: any) => id === started.crawl).warning).toEqual(expect.any(String))
    }
    for (const path of [
      `/v2/crawl/${started.crawl}`,
      `/v2/crawl/${started.crawl}/errors`,
      `/v2/batch/scrape/${started.batch}`,
      "/v2/team/activity",
      "/v2/team/queue-status",
      "/v1/team/queue-status"
    ]) {
      const answer = await call(path)
      expect([path, answer.status, answer.body.error]).toEqual([path, 200, undefined])
    }
    // What this one answers depends on what was asked.
    const extract = await call(`/v2/extract/${started.extract}`)
    expect(extract).toMatchObject({
      status: 500,
      body: { code: "JOB_UNREADABLE", error: expect.stringMatching(missing) }
    })
  })
})
