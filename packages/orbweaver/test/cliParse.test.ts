// Files of this machine through the command line, in a process of its own.
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const bin = fileURLToPath(new URL("../bin/orbweaver.js", import.meta.url))
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "orbweaver-parse-"))
})

afterAll(() => rm(directory, { recursive: true }))

const parse = async (name: string, content: string, ...flags: ReadonlyArray<string>) => {
  await writeFile(join(directory, name), content)
  return run(["parse", join(directory, name), ...flags])
}

const run = (args: ReadonlyArray<string>, stdin = "") =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [bin, ...args], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr })
    )
    child.stdin?.end(stdin)
  })

describe("orbweaver parse", () => {
  it("prints the Markdown of a file, its addresses as they are written", async () => {
    const { code, stderr, stdout } = await parse("a.html", `<h1>Menu</h1><p>See <a href="list.html">the list</a>.</p>`)
    expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: "", stdout: "# Menu\n\nSee [the list](list.html).\n" })
  })

  it("reads stdin, takes the type from a flag and writes to a file", async () => {
    const output = join(directory, "out.md")
    const { code, stdout } = await run(["parse", "-", "--type", "text/csv", "-o", output], "name,price\nCup,4\n")
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
