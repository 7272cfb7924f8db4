// `orbweaver scrape -o FILE.pdf`: the page as a PDF, and never text in a file of that name.
import { send } from "@orbweaver/testing/internal/site/Route"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

let site: Running
let directory: string
/** A PDF that the command made of a page. */
let made: Buffer

beforeAll(async () => {
  site = await start({ routes: { "/file.pdf": ({ response }) => send(response, made, "application/pdf") } })
  directory = await mkdtemp(join(tmpdir(), "orbweaver-pdf-"))
})

afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

const scrape = (path: string, ...flags: ReadonlyArray<string>) =>
  runToEnd(["scrape", site.url(path).href, "--allow-local", ...flags])

const startOf = async (file: string) => (await readFile(file, "latin1")).slice(0, 5)

it("writes the page as a PDF, by the name of the file, and after actions", async () => {
  const file = join(directory, "page.pdf")
  expect(await scrape("/article", "-o", file)).toMatchObject({ code: 0, stdout: "" })
  expect(await startOf(file)).toBe("%PDF-")
  const acted = join(directory, "ACTED.PDF")
  const actions = ["--actions", `[{"type":"click","selector":"#more"},{"type":"pdf","landscape":true}]`]
  expect(await scrape("/controls", "-f", "pdf", ...actions, "-o", acted)).toMatchObject({ code: 0, stdout: "" })
  expect(await startOf(acted)).toBe("%PDF-")

  // What is a file already is not printed.
  made = await readFile(file)
  const copy = join(directory, "copy.pdf")
  const refused = await scrape("/file.pdf", "-o", copy)
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining("not rendered") })
  await expect(stat(copy)).rejects.toThrow("ENOENT")
})

it.each([
  ["the format markdown", ["-f", "markdown"]],
  ["--json", ["--json"]],
  ["--files", ["--files", "made"]],
  ["the format screenshot", ["--full-page"]],
  ["2 PDFs", ["--actions", `[{"type":"pdf"},{"type":"pdf"}]`]]
])("refuses what else is asked for, by name: %s", async (name, flags) => {
  const file = join(directory, "refused.pdf")
  const refused = await scrape("/article", "-o", file, ...flags)
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(name) })
  await expect(stat(file)).rejects.toThrow("ENOENT")
})

it("writes no text of a file under the name of a PDF", async () => {
  const file = join(directory, "parsed.pdf")
  const refused = await runToEnd(["parse", "-", "-o", file], { stdin: "<p>Text.</p>" })
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("no PDF") })
  await expect(stat(file)).rejects.toThrow("ENOENT")
})

it("says how a page is made into a PDF where -f pdf has no file, or no browser is there", async () => {
  expect(await scrape("/article", "-f", "pdf")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("-o FILE.pdf")
  })
  const file = join(directory, "none.pdf")
  const without = await scrape("/article", "-o", file, "--no-browser")
  expect(without).toMatchObject({ code: 4, stderr: expect.stringContaining("needs a browser") })
  await expect(stat(file)).rejects.toThrow("ENOENT")
})
