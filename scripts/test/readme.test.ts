// The first program of every package's README runs as it stands there. Only the example's address is replaced, by a site
// of this machine, which has to be allowed then.
import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = resolve(import.meta.dirname, "../..")
/** What each program prints. */
const prints: Readonly<Record<string, RegExp>> = {
  core: /\+Tea costs 4 €\./,
  documents: /\| Tea\s+\| 3/,
  egress: /169\.254\.169\.254/,
  extraction: /limit: 50/,
  fetch: /^200 \d+/,
  html: /# Tea[\s\S]*\*\*boiling\*\*/,
  http: /^200 \{\s+success: true/,
  orbweaver: /^http:/,
  search: /Orb weavers/,
  storage: /^$/,
  testing: /^200$/m
}
/** Programs that need a model, a browser, a crawler of Crawlee or a built page run in the tests of their packages. */
const elsewhere = new Set(["agents", "ai", "browser", "console", "crawlee"])

const page = `<title>Orb weavers</title><main><h1>Orb weavers</h1><p>${"They build round webs. ".repeat(20)}</p></main>`
const server = createServer((request, response) =>
  request.url!.startsWith("/search")
    ? response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ results: [{ url: "https://site.test/", title: "Orb weavers", content: "Webs" }] }))
    : response.writeHead(200, { "content-type": "text/html" }).end(page)
)
let address = ""
let folder = ""

beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = mkdtempSync(join(tmpdir(), "orbweaver-readme-"))
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const programOf = (name: string): string | undefined =>
  /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "packages", name, "README.md"), "utf8"))?.[1]

const localised = (program: string): string =>
  program
    .replaceAll("https://example.com", address)
    .replace("createOrbweaver()", "createOrbweaver({ egress: { allowLocal: true } })")
    .replace("createOrbweaver({ stores", "createOrbweaver({ egress: { allowLocal: true }, stores")
    .replace('sqlite("', `sqlite("${folder}/`)
    .replace("Egress.layer({})", "Egress.layer({ allowLocal: true })")
    .replace("layer(), ApiKeys", "layer({ egress: { allowLocal: true } }), ApiKeys")

describe("the README of", () => {
  for (const name of readdirSync(join(root, "packages"))) {
    it(`${name} has a program${elsewhere.has(name) ? "" : ", which runs"}`, async () => {
      const program = programOf(name)
      expect(program).toBeDefined()
      if (elsewhere.has(name)) return
      const { stderr, stdout } = await run(localised(program!))
      expect(stderr).toBe("")
      expect(stdout).toMatch(prints[name]!)
    })
  }
})

const run = (program: string) =>
  new Promise<{ readonly stdout: string; readonly stderr: string }>((done) => {
    const args = ["--conditions=@orbweaver/source", "--input-type=module-typescript", "-e", program]
    execFile(process.execPath, args, { cwd: root, timeout: 60_000 }, (_, stdout, stderr) => done({ stdout, stderr }))
  })
