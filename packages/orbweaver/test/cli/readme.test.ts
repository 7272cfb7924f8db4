// What the README shows is run as it stands there, against a page of this
// machine: its address replaces the example's, and loopback is allowed.
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd, startCommand } from "../support/commandLine.ts"
import { nextLine } from "../support/commandProcess.ts"

const run = promisify(execFile)
const root = fileURLToPath(new URL("../../../../", import.meta.url))
const readme = readFileSync(`${root}README.md`, "utf8")
const page = readFileSync(`${root}examples/demo/page.html`)

let server: Server
let address: string

beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(page))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
})

/** The first block of a language below a heading. */
const block = (heading: string, language: string, nth = 0): string => {
  const section = readme.slice(readme.indexOf(`## ${heading}`))
  const found = [...section.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))][nth]
  if (found === undefined) throw new Error(`no ${language} block below ${heading}`)
  return found[1]!
}

const localised = (code: string) =>
  code
    .replaceAll("https://example.com", address)
    .replace("createOrbweaver()", "createOrbweaver({ egress: { allowLocal: true } })")
    .replace(/\blayer\(\)/, "layer({ egress: { allowLocal: true } })")

const nodeArguments = (code: string) => ["--conditions=@orbweaver/source", "--input-type=module-typescript", "-e", code]

describe("the README's", () => {
  it("program prints the page", async () => {
    const { stdout } = await run(process.execPath, nodeArguments(localised(block("In a program", "ts"))), { cwd: root })
    expect(stdout).toContain("200 How we rebuilt the tidal clock")
    const shown = localised(block("In a program", "text")).replace(/ …\n$/, "")
    expect(stdout.slice(0, shown.length)).toBe(shown)
  })

  it("program for whole sites crawls, watches and maps", async () => {
    const { stdout } = await run(process.execPath, nodeArguments(localised(block("In a program", "ts", 1))), {
      cwd: root
    })
    expect(stdout).toMatch(/^completed \d+/m)
    expect(stdout).toMatch(/^\d+ completed$/m)
    expect(stdout.trim().split("\n").at(-1)).toMatch(/^\d+$/)
  })

  it("program for a folder reports its progress and writes Markdown", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orbweaver-readme-"))
    const program = localised(block("In a program", "ts", 2)).replace('"site"', JSON.stringify(folder))
    const { stdout } = await run(process.execPath, nodeArguments(program), { cwd: root })
    expect(stdout).toMatch(/^\d+ done, \d+ waiting/m)
    expect(await readdir(folder)).toEqual(["index.json", "index.md"])
    expect(await readFile(join(folder, "index.md"), "utf8")).toContain("# How we rebuilt the tidal clock")
    await rm(folder, { recursive: true })
  })

  it("program for typed data prints it", async () => {
    const { stdout } = await run(process.execPath, nodeArguments(localised(block("In a program", "ts", 3))), {
      cwd: `${root}packages/orbweaver`
    })
    expect(stdout.trim()).toBe("How we rebuilt the tidal clock Inês Duarte")
  })

  it("Effect program prints the page", async () => {
    const { stdout } = await run(process.execPath, nodeArguments(localised(block("With Effect", "ts"))), { cwd: root })
    expect(stdout).toContain("# How we rebuilt the tidal clock")
  })

  it("command lines print Markdown, links, the whole document, data and llms.txt", async () => {
    const commands = [...block("From the command line", "sh").matchAll(/^npx orbweaver (.*?)\s+#/gm)].map(([, line]) =>
      line!.replace("https://example.com", address).split(/\s+/)
    )
    expect(commands).toHaveLength(9)
    // Pictures need a browser.
    const scrapes = commands.filter(
      ([command, ...rest]) => ["scrape", "extract", "llmstxt"].includes(command!) && !rest.includes("screenshot")
    )
    const outputs = await Promise.all(scrapes.map(async (line) => (await runToEnd([...line, "--allow-local"])).stdout))
    expect(outputs[0]).toContain("# How we rebuilt the tidal clock")
    expect(outputs[1]!.split("\n")).toContain(`${address}/glossary#tide`)
    expect(JSON.parse(outputs[2]!)).toMatchObject({ metadata: { statusCode: 200 } })
    expect(JSON.parse(outputs[3]!)).toEqual({ title: "How we rebuilt the tidal clock", author: "Inês Duarte" })
    expect(outputs[4]).toMatch(/^# .*\n\n> /)
  })

  it("server answers the README's request", async () => {
    const [serve, curl] = block("Over HTTP", "sh").replaceAll("\\\n", "").trim().split("\n")
    const flags = serve!.replace("npx orbweaver ", "").replace("3002", "0").split(/\s+/)
    const server = startCommand([...flags, "--allow-local"])
    try {
      const base = /https?:\S+/.exec(await nextLine(server.stdout))![0]
      const headers = Object.fromEntries(
        [...curl!.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [name, value!])
      )
      const response = await fetch(`${base}/v2/scrape`, {
        method: "POST",
        headers,
        body: /-d '([^']+)'/.exec(curl!)![1]!.replace("https://example.com", address)
      })
      const answer = (await response.json()) as {
        success: boolean
        data: { markdown: string; links: ReadonlyArray<string> }
      }
      expect(answer.success).toBe(true)
      expect(answer.data.markdown).toContain("tidal clock")
      expect(answer.data.links.length).toBeGreaterThan(0)
    } finally {
      await server.interrupt()
    }
  })

  it("mounted handler answers beside the host's own pages", async () => {
    const code = localised(block("Over HTTP", "ts")).replace(
      ".listen(3000)",
      ".listen(0, '127.0.0.1', function () { console.log(`http://127.0.0.1:${this.address().port}`) })"
    )
    const child = spawn(process.execPath, nodeArguments(code), { cwd: root, stdio: ["ignore", "pipe", "inherit"] })
    try {
      const [base] = (await once(createInterface(child.stdout), "line")) as [string]
      expect(await (await fetch(base)).text()).toBe("my own site")
      const response = await fetch(`${base}/scraping/v2/scrape`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ url: address })
      })
      expect(await response.json()).toMatchObject({ success: true, data: { metadata: { statusCode: 200 } } })
    } finally {
      child.kill()
    }
  })
})
