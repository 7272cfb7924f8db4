/** "Copy as …": what the playground writes is run as it stands, and answers what the playground showed. */
import { execFile, spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Asked, wordingsOf } from "../web/playground/request.ts"
import { keys, withServer } from "./support/server.ts"
import { optionFields } from "../../http/src/console/optionFields.ts"

const fields = optionFields()
const own = fileURLToPath(new URL("..", import.meta.url))
const command = fileURLToPath(new URL("../../orbweaver/bin/orbweaver.js", import.meta.url))

interface Case {
  readonly name: string
  /** The site is on loopback, where the command line goes when told to. */
  readonly reach?: string
  readonly asked: (site: (path: string) => string, file: string) => Asked
  /** What the output of every program holds. */
  readonly expected: ReadonlyArray<RegExp>
}

const cases: ReadonlyArray<Case> = [
  {
    name: "a scrape with headers, a list, a flag that is off and text that a shell would read",
    asked: (site) => ({
      mode: "scrape",
      target: site("/garden/"),
      formats: ["markdown", "links"],
      options: {
        onlyMainContent: false,
        excludeTags: [".site-footer", "h9"],
        headers: { "x-note": `it's "$HOME"` },
        timeout: 60_000
      }
    }),
    expected: [/watered in the morning/, /garden\/contact/, /^(?!.*Imprint and privacy)/s]
  },
  {
    name: "a crawl with a limit",
    asked: (site) => ({
      mode: "crawl",
      target: site("/garden/"),
      formats: ["markdown"],
      options: { limit: 3, maxDiscoveryDepth: 2, sitemap: "skip", scrapeOptions: { excludeTags: ["h1"] } }
    }),
    expected: [/watered in the morning/, /^(?!.*# The garden)/s]
  },
  {
    name: "a map with a search",
    asked: (site) => ({ mode: "map", target: site("/garden/"), formats: [], options: { limit: 20 } }),
    expected: [/garden\/plants\/rose/]
  },
  {
    name: "a scrape of the data that a schema names",
    asked: (site) => ({
      mode: "scrape",
      target: site("/garden/"),
      formats: [{ type: "json", schema: { type: "object", properties: { title: { type: "string" } } } }],
      options: {}
    }),
    expected: [/title['"]?: ['"]The garden/]
  },
  {
    name: "an extraction by a schema",
    asked: (site) => ({
      mode: "extract",
      target: `${site("/garden/")}\n${site("/garden/about")}`,
      formats: [],
      options: {},
      schema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] }
    }),
    expected: [/title['"]?: ['"]The garden/]
  },
  {
    name: "a file that was dropped",
    reach: "",
    asked: (_site, file) => ({
      mode: "parse",
      target: "",
      formats: ["markdown"],
      options: {},
      file: new File([], file)
    }),
    expected: [/Minutes of the garden/]
  }
]

/** Runs a command to its end; answers what it printed. */
const run = (
  name: string,
  args: ReadonlyArray<string>,
  settings: { readonly cwd: string; readonly env: Record<string, string>; readonly input?: string }
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      name,
      args,
      { cwd: settings.cwd, env: { ...process.env, ...settings.env }, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stdout}\n${stderr}`))
    )
    child.stdin?.end(settings.input ?? "")
  })

/** What a curl command prints, laid out; of a job, its result once it has ended. */
const curlOutput = async (output: string, job: string | undefined): Promise<string> => {
  let answer = JSON.parse(output) as { readonly id?: string; readonly status?: string }
  if (job !== undefined) {
    const headers = { authorization: `Bearer ${keys.admin}` }
    const address = `${job}/${answer.id}`
    do {
      await delay(50)
      const response = await fetch(address, { headers })
      assert.strictEqual(response.status, 200, address)
      answer = (await response.json()) as typeof answer
    } while (answer.status !== "completed" && answer.status !== "failed" && answer.status !== "cancelled")
  }
  return JSON.stringify(answer, null, 2).replaceAll("\\n", "\n")
}

/** Prints the methods of `client` that a Python program on stdin calls. */
const calledMethods = `
import ast, sys
for node in ast.walk(ast.parse(sys.stdin.read())):
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "client":
        print(node.attr)
`

const hasProgram = (name: string): boolean => spawnSync(name, ["--version"]).status === 0

describe("a request copied from the playground", () => {
  it("has the flags that the command takes, and names the options that have none", () => {
    const asked: Asked = {
      mode: "crawl",
      target: "https://example.com/",
      formats: ["markdown"],
      options: {
        maxDiscoveryDepth: 2,
        crawlEntireDomain: true,
        deduplicateSimilarURLs: false,
        allowSubdomains: false,
        delay: 1.5,
        scrapeOptions: { proxy: "basic", location: { country: "DE" } }
      }
    }
    const text = wordingsOf(asked, "http://127.0.0.1:3002/", fields).find(({ id }) => id === "cli")!.text
    assert.deepStrictEqual(text.split(/(?: \\)?\n */), [
      "# The command has no flag for proxy",
      "npx orbweaver crawl 'https://example.com/'",
      "--format markdown",
      "--depth 2",
      "--entire-domain",
      "--no-deduplicate-similar-urls",
      "--delay 1.5s",
      "--country 'DE'"
    ])
  })

  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "wordings-"))
    await writeFile(join(folder, "minutes.html"), "<main><h1>Minutes of the garden</h1><p>All came.</p></main>")
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  for (const { asked, expected, name, reach = " --allow-local" } of cases) {
    it(`runs in the library, in firecrawl-js and on the command line: ${name}`, () =>
      withServer(async ({ api, site }) => {
        const request = asked(site, join(folder, "minutes.html"))
        const texts = Object.fromEntries(wordingsOf(request, `${api}/`, fields).map(({ id, text }) => [id, text]))
        const env = { ORBWEAVER_API_KEY: keys.admin, NO_COLOR: "1" }
        const node = (input: string) =>
          run(process.execPath, ["--conditions=@orbweaver/source", "--input-type=module", "-"], {
            cwd: own,
            env,
            input
          })
        const outputs = {
          // The site is on loopback, which nobody is led to by default.
          library: await node(
            texts["library"]!.replace("createOrbweaver()", "createOrbweaver({ egress: { allowLocal: true } })")
          ),
          firecrawl: await node(texts["firecrawl"]!),
          cli: await run(
            "sh",
            ["-c", `${texts["cli"]!.replace(/^npx orbweaver/, `"${process.execPath}" "${command}"`)}${reach}`],
            {
              cwd: own,
              env
            }
          )
        }
        for (const [id, output] of Object.entries(outputs)) {
          for (const pattern of expected) assert.match(output, pattern, id)
        }
      }))

    it.runIf(hasProgram("curl"))(`runs in curl: ${name}`, () =>
      withServer(async ({ api, site }) => {
        const request = asked(site, join(folder, "minutes.html"))
        const { text } = wordingsOf(request, `${api}/`, fields).find(({ id }) => id === "curl")!
        const printed = await run("sh", ["-c", text], { cwd: folder, env: { ORBWEAVER_API_KEY: keys.admin } })
        const isJob = request.mode === "crawl" || request.mode === "extract"
        const output = await curlOutput(printed, isJob ? `${api}/v2/${request.mode}` : undefined)
        for (const pattern of expected) assert.match(output, pattern)
      })
    )

    it.runIf(hasProgram("python3"))(`is Python: ${name}`, async () => {
      const request = asked((path) => `http://site.example${path}`, join(folder, "minutes.html"))
      const { text } = wordingsOf(request, "http://127.0.0.1:3002/", fields).find(({ id }) => id === "python")!
      // Parsed and not run: the client of that language is not installed with the project.
      const called = await run("python3", ["-c", calledMethods], { cwd: folder, env: {}, input: text })
      assert.strictEqual(called.trim(), request.mode)
    })
  }
})
