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
