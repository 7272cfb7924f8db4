import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const run = promisify(execFile)
let root = ""

/** Installed as npm does it, with a command that says where Node keeps what it compiled. */
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "orbweaver-bin-")))
  const installed = join(root, "node_modules", "orbweaver")
  await mkdir(join(installed, "dist", "standalone"), { recursive: true })
  await mkdir(join(root, "work"))
  await cp(new URL("../../bin", import.meta.url), join(installed, "bin"), { recursive: true })
  await cp(new URL("../../entry", import.meta.url), join(installed, "entry"), { recursive: true })
  await writeFile(join(installed, "dist", "index.js"), "")
  await writeFile(
    join(installed, "dist", "standalone", "help.json"),
    JSON.stringify({ "": "\u001b[1mAll\u001b[0m", scrape: "One page", "monitor add": "A monitor" })
  )
  await writeFile(join(installed, "package.json"), JSON.stringify({ type: "module" }))
  await writeFile(
    join(installed, "dist", "standalone", "command.js"),
    `import { getCompileCacheDir } from "node:module"
     console.log(getCompileCacheDir() ?? "nowhere", ...process.argv.slice(2))`
  )
})
afterAll(() => rm(root, { recursive: true }))

const orbweaver = async (env: Record<string, string>, ...args: ReadonlyArray<string>) => {
  const bin = join(root, "node_modules", "orbweaver", "bin", "orbweaver.js")
  const { stdout } = await run(process.execPath, [bin, ...args], { cwd: join(root, "work"), env })
  return stdout.trim()
}

describe("the installed command", () => {
  it("keeps what Node compiled in the caches of the user, and nothing where it runs", async () => {
    expect(await orbweaver({ HOME: root }, "scrape")).toContain(join(root, ".cache", "orbweaver", "compiled"))
    expect(await readdir(join(root, "work"))).toEqual([])
  })

  it("runs without, where the user has no such place or wants none", async () => {
    expect(await orbweaver({ HOME: "home" }, "scrape")).toBe("nowhere scrape")
    expect(await orbweaver({ HOME: join(root, "work"), NODE_DISABLE_COMPILE_CACHE: "1" }, "scrape")).toBe(
      "nowhere scrape"
    )
    expect(await readdir(join(root, "work"))).toEqual([])
  })

  it.each([
    ["All", ["--help"]],
    ["All", ["-h"]],
    ["All", ["help"]],
    ["One page", ["scrape", "--help"]],
    ["One page", ["help", "scrape"]],
    ["A monitor", ["monitor", "add", "-h"]]
  ] as const)(
    "shows the help %s for %j without the program, and without colors where nobody sees them",
    async (help, args) => {
      expect(await orbweaver({}, ...args)).toBe(help)
    }
  )

  it.each([
    [["help", "nope"]],
    [["nope", "--help"]],
    [["scrape", "--data", "--help"]],
    [["scrape", "--help", "more"]],
    [["toString", "--help"]],
    [[]]
  ] as const)("leaves %j to the program", async (args) => {
    expect(await orbweaver({ HOME: "home" }, ...args)).toBe(["nowhere", ...args].join(" "))
  })
})
