// Lists of addresses on the command line.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

let site: Running
let folder: string
beforeAll(async () => {
  site = await start()
  folder = await mkdtemp(join(tmpdir(), "orbweaver-batch-"))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const batch = (args: ReadonlyArray<string>, stdin = "") =>
  runToEnd(["batch", ...args, "--allow-local", "--no-browser"], { stdin })

const urls = (documents: ReadonlyArray<any>) => documents.map(({ metadata }) => String(metadata.url)).toSorted()

describe("orbweaver batch", () => {
  it("reads a list from stdin as it does from a file, whatever ends its lines", async () => {
    const pages = [site.url("/article").href, site.url("/page").href]
    const text = `\uFEFF${pages[0]}\r\n\r\n# not this one\n  ${pages[1]}  \nno address`
    await writeFile(join(folder, "list.txt"), text)
    const answers = await Promise.all([batch(["--file", "-"], text), batch(["--file", join(folder, "list.txt")])])
    for (const { code, stderr, stdout } of answers) {
      const documents = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
      expect({ code, urls: urls(documents) }).toEqual({ code: 0, urls: pages })
      expect(stderr).toContain("invalid address, left out: no address")
      expect(stderr).not.toContain("# not this one")
    }
  })

  it("prints one JSON array with --json, which is whole also if no page was reached", async () => {
    const pages = [site.url("/article").href, site.url("/page").href]
    const { code, stdout } = await batch(["--json", ...pages])
    expect({ code, urls: urls(JSON.parse(stdout)) }).toEqual({ code: 0, urls: pages })
    expect(await batch(["--json", site.url("/garbage").href])).toMatchObject({ code: 1, stdout: "[]\n" })
  })

  it("says what an empty stdin and a missing file lack", async () => {
    expect(await batch(["--file", "-"])).toMatchObject({ code: 2, stderr: expect.stringContaining("batch needs URLs") })
    expect(await batch(["--file", join(folder, "nowhere")])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no such file")
    })
  })
})
