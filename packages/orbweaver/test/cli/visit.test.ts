// How the command line visits pages: as whom, with what, what it does there, and where pictures go.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

let site: Running
let directory: string

beforeAll(async () => {
  site = await start()
  directory = await mkdtemp(join(tmpdir(), "orbweaver-visit-"))
})

afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

const orbweaver = (...args: ReadonlyArray<string>) => runToEnd([...args, "--allow-local"])
const scrape = (path: string, ...flags: ReadonlyArray<string>) => orbweaver("scrape", site.url(path).href, ...flags)

const phone = ["--mobile", "--country", "CH", "--languages", "fr-CH,de", "--cookie", "a=1", "--cookie", "b=2"]

it("visits as a phone, from a country, with languages, cookies and headers, fetched and rendered", async () => {
  const [fetched, rendered] = await Promise.all([
    scrape("/echo", ...phone, "-H", "x-colour: red", "-f", "rawHtml"),
    scrape("/visitor", ...phone, "-H", "x-colour: red", "-f", "rawHtml", "--wait-for", "1ms")
  ])
  const sent = {
    cookie: "a=1; b=2",
    "x-colour": "red",
    "user-agent": expect.stringContaining("Mobile"),
    "accept-language": "fr-CH,fr;q=0.9,de;q=0.8"
  }
  expect(JSON.parse(fetched.stdout)).toMatchObject({ headers: sent })
  const visitor = JSON.parse(/<pre id="visitor">(.*?)<\/pre>/s.exec(rendered.stdout)![1]!) as object
  expect(visitor).toMatchObject({ headers: sent, timezone: "Europe/Zurich" })
})

it("does what --actions say, as JSON or in a file, and writes what they make into --files", async () => {
  const actions = join(directory, "actions.json")
  await writeFile(actions, JSON.stringify([{ type: "click", selector: "#more" }, { type: "pdf" }]))
  const folder = join(directory, "made")
  const picture = ["--full-page", "--viewport", "640x480", "--quality", "60", "--files", folder]
  const [inFile, inLine, failed] = await Promise.all([
    scrape("/controls", "-f", "markdown", "--actions", actions, ...picture),
    scrape("/controls", "--actions", `[{"type":"click","selector":"#more"}]`),
    scrape("/controls", "--actions", `[{"type":"wait","milliseconds":1},{"type":"click","selector":"#nothing"}]`)
  ])
  const made = JSON.parse(inFile.stdout) as {
    readonly markdown: string
    readonly screenshot: string
    readonly actions: { readonly pdfs: ReadonlyArray<string> }
  }
  expect(made.markdown).toContain("item")
  expect((await readFile(made.actions.pdfs[0]!, "latin1")).slice(0, 5)).toBe("%PDF-")
  expect(made.screenshot.startsWith(folder)).toBe(true)
  expect([...(await readFile(made.screenshot)).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  expect(JSON.parse(inLine.stdout)).toMatchObject({ markdown: expect.stringContaining("item") })
  expect(failed).toMatchObject({ code: 4, stderr: expect.stringMatching(/Action 1 \(click on #nothing\) failed/) })
})

it("visits the pages of a batch and a crawl alike", async () => {
  const flags = ["-H", "x-colour: red", "--cookie", "a=1", "--country", "DE", "-f", "rawHtml"]
  const sent = { "x-colour": "red", cookie: "a=1", "accept-language": expect.stringMatching(/^de-DE/) }
  const [batch, crawl] = await Promise.all([
    orbweaver("batch", site.url("/echo?batch").href, ...flags),
    orbweaver("crawl", site.url("/echo?crawl").href, "--limit", "1", "--sitemap", "skip", ...flags)
  ])
  for (const { stdout } of [batch, crawl]) {
    const { rawHtml } = JSON.parse(stdout) as { readonly rawHtml: string }
    expect(JSON.parse(rawHtml)).toMatchObject({ headers: sent })
  }
})

describe("what cannot be asked for ends with 2, and says why", () => {
  for (const [flags, why] of [
    [["--actions", "["], "--actions: Expected a valid JSON string"],
    [["--actions", "/nowhere.json"], "--actions: /nowhere.json: no such file or directory"],
    [["--actions", "{}"], "actions: Expected array"],
    [["--actions", `[{"type":"tap"}]`], "actions.0: Expected"],
    [["--cookie", "oops"], `--cookie takes name=value, not "oops"`],
    [["--country", "ZZ"], "Invalid country code"],
    [["--viewport", "large"], "--viewport takes a size such as 1280x800, not large"],
    [["--quality", "300"], "quality: Expected a value between"],
    [["--wait-for", "61s"], "waitFor: Expected a value between"],
    [["--wait-for", "1000"], '--wait-for: "1000". A duration needs its unit: 1000ms or 1000s'],
    [["--timeout", "soon"], "Expected a duration such as 500ms, 1.5s, 10m, 2h or 1d"]
  ] as const) {
    it(`${flags[0]} ${flags[1]}`, async () => {
      expect(await scrape("/page", ...flags)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining(why)
      })
    })
  }
})
