// A program that a bundler has made one file of, away from the packages: the modules of the threads are not there.
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { build } from "rolldown"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const run = promisify(execFile)
const own = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const program = `
import { make } from "@orbweaver/html/pool/ConversionPool"
import { Effect, Logger } from "effect"
const html = "<main><h1>Large</h1>" + "<p>" + "text ".repeat(400_000) + "</p></main>"
const input = { html, url: "https://site.test/", wanted: ["markdown"], onlyMainContent: false, includeTags: [],
  excludeTags: [], removeBase64Images: true, attributes: [] }
const said = []
const told = await Effect.gen(function* () {
  const pool = yield* make()
  const [first, second] = yield* Effect.all([pool.convert(input), pool.convert(input)], { concurrency: 2 })
  const third = yield* pool.convert(input)
  return [first, second, third].map(({ markdown }) => markdown.slice(0, 7))
}).pipe(Effect.scoped, Effect.provide(Logger.layer([Logger.make(({ message }) => said.push(String(message)))])), Effect.runPromise)
const { perFile } = await import(DOCUMENTS)
const job = { reader: "rtf", file: { bytes: new TextEncoder().encode("{\\\\rtf1 Hi}") }, options: {} }
const failed = await Effect.runPromise(Effect.flip(perFile().run(job, 30_000)))
console.log(JSON.stringify({ told, said, failed }))
`

describe("a bundled program without the modules of the threads", () => {
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "bundled-"))
    const source = own("../support/bundled-program.mjs")
    await build({
      input: "program",
      platform: "node",
      resolve: { conditionNames: ["@orbweaver/source", "node", "import"] },
      plugins: [
        {
          name: "program",
          resolveId: (id) => (id === "program" ? source : null),
          load: (id) =>
            id === source
              ? program.replace("DOCUMENTS", JSON.stringify(own("../../../documents/src/threads/Threads.ts")))
              : null
        }
      ],
      output: { dir: folder, format: "esm", entryFileNames: "program.js" },
      logLevel: "silent"
    })
    await writeFile(join(folder, "package.json"), '{"type":"module"}')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it("converts large pages all the same, says once what is wrong, and blames no file", async () => {
    const { stdout } = await run(process.execPath, [join(folder, "program.js")], { cwd: folder })
    const { failed, said, told } = JSON.parse(stdout) as { failed: unknown; said: Array<string>; told: Array<string> }
    expect(told).toEqual(["# Large", "# Large", "# Large"])
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('leave "@orbweaver/html" external')
    expect(failed).toMatchObject({
      kind: "unsupported",
      what: "this file",
      needs: expect.stringContaining('leave "@orbweaver/documents" external')
    })
  })
})
