// Files of this machine through the command line.
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"
import { startProcess } from "../support/commandProcess.ts"

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "orbweaver-parse-"))
})

afterAll(() => rm(directory, { recursive: true }))

const parse = async (name: string, content: string, ...flags: ReadonlyArray<string>) => {
  await writeFile(join(directory, name), content)
  return run(["parse", join(directory, name), ...flags])
}

const run = (args: ReadonlyArray<string>, stdin = "") => runToEnd(args, { stdin })

describe("orbweaver parse", () => {
  it("prints the Markdown of a file, its addresses as they are written", async () => {
    const { code, stderr, stdout } = await parse("a.html", `<h1>Menu</h1><p>See <a href="list.html">the list</a>.</p>`)
    expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: "", stdout: "# Menu\n\nSee [the list](list.html).\n" })
  })

  it("reads stdin, takes the type from a flag and writes to a file", async () => {
    const output = join(directory, "out.md")
    const args = ["parse", "-", "--type", "text/csv", "-o", output]
    const { code, stdout } = await startProcess(args, { stdin: "name,price\nCup,4\n" }).result
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" })
    expect(await readFile(output, "utf8")).toBe("| name | price |\n| --- | --- |\n| Cup | 4 |\n")
  })

  it("keeps the page number of a PDF with --running-headers", async () => {
    const line = (y: number, text: string) => `BT /F1 11 Tf 1 0 0 1 72 ${y} Tm (${text}) Tj ET`
    const lines = [700, 684, 668, 652].map((y) => line(y, "Words of a letter about the river and the mill"))
    const pdf = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>> endobj
4 0 obj <<>> stream
${[...lines, line(40, "Page 62")].join("\n")}
endstream endobj
5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF`
    expect((await parse("letter.pdf", pdf)).stdout).not.toContain("62")
    expect((await parse("letter.pdf", pdf, "--running-headers")).stdout).toContain("Page 62")
  })

  it("knows a file by its text behind a byte order mark", async () => {
    const { stdout } = await run(["parse", "-"], "\ufeff{\\rtf1 Menu {\\b café}\\par}")
    expect(stdout).toBe("Menu **café**\n")
  })

  it("prints the whole document with its name, and links against the address it is from", async () => {
    const html = `<title>Menu</title><p>See <a href="/list">the list</a>.</p>`
    const { stdout } = await parse("b.html", html, "--json", "-f", "links", "--url", "https://cafe.example/today")
    expect(JSON.parse(stdout)).toMatchObject({
      links: ["https://cafe.example/list"],
      metadata: { title: "Menu", sourceFile: "b.html", url: "https://cafe.example/today" }
    })
  })

  it("says in one line why a file cannot be read", async () => {
    const [missing, binary, damaged] = await Promise.all([
      run(["parse", join(directory, "none.pdf")]),
      parse("x.bin", "\0\u0001\u0002"),
      parse("y.pdf", "%PDF-1.7 cut off")
    ])
    expect([missing.code, binary.code, damaged.code]).toEqual([2, 4, 4])
    expect(damaged.stderr).toMatch(/^orbweaver: .*damaged.*\n$/)
  })

  it("refuses files over 50 MiB before it holds them", async () => {
    const path = join(directory, "large.txt")
    await writeFile(path, "")
    await truncate(path, 60 * 1024 * 1024)
    const { code, stderr } = await run(["parse", path])
    expect({ code, stderr }).toEqual({ code: 4, stderr: "orbweaver: The file is larger than 50 MiB\n" })
  })
})
