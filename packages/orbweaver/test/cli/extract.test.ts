// `orbweaver extract` and `orbweaver llmstxt`, over a site with known truth.
import { company, routes, team } from "@orbweaver/testing/internal/CompanySite"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

let site: Running
let folder: string

beforeAll(async () => {
  site = await start({ routes })
  folder = await mkdtemp(join(tmpdir(), "extract-cli-"))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const at = (path: string) => site.url(`/company/${path}`).href

const run = (...args: ReadonlyArray<string>) => runToEnd([...args, "--allow-local", "--no-browser"])

describe("orbweaver extract", () => {
  it("prints what a prompt names", async () => {
    const { code, stdout } = await run("extract", at("contact"), "--prompt", "phone and email")
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ phone: company.phone, email: company.email })
  })

  it("follows a schema over a site, and prints the pages of each value", async () => {
    const schema = join(folder, "team.json")
    const properties = { name: { type: "string" }, role: { type: "string" }, email: { type: "string" } }
    await writeFile(
      schema,
      JSON.stringify({
        type: "object",
        properties: { team: { type: "array", items: { type: "object", properties, required: ["name", "role"] } } }
      })
    )
    const { code, stdout } = await run("extract", at("*"), "--schema", schema, "--sources")
    expect(code).toBe(0)
    const { data, sources } = JSON.parse(stdout)
    expect(data).toEqual({ team })
    expect(sources["team.0.role"]).toEqual([at("team")])
  })

  it("tells what went wrong, and ends accordingly", async () => {
    const missing = await run("extract", at("nowhere"), "--prompt", "phone")
    expect(missing).toMatchObject({ code: 1, stdout: "" })
    expect(missing.stderr).toContain("404")
    const wish = await run("extract", at("contact"), "--prompt", "Are they happy?")
    expect(wish.code).toBe(2)
    expect(wish.stderr).toContain("configure a model")
    await writeFile(join(folder, "bad.json"), '{"type":"texture"}')
    const none = await run("extract", at("contact"), "--schema", join(folder, "none.json"))
    expect(none.code).toBe(2)
    expect(none.stderr).toContain("none.json")
    const inline = await run("extract", at("contact"), "--schema", '{"type":"texture"}')
    expect(inline.stderr).toContain("schema.type")
    const bad = await run("extract", at("contact"), "--schema", join(folder, "bad.json"))
    expect(bad.code).toBe(2)
    expect(bad.stderr).toContain("schema.type")
  })
})

describe("orbweaver llmstxt", () => {
  it("prints the text, or writes both files", async () => {
    const { code, stdout } = await run("llmstxt", at(""), "--max-urls", "4")
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# Marlow Instruments\n\n> Clocks/)
    const output = join(folder, "out")
    expect((await run("llmstxt", at(""), "--max-urls", "4", "--full", "-o", output)).code).toBe(0)
    expect(await readFile(join(output, "llms.txt"), "utf8")).toBe(stdout)
    expect(await readFile(join(output, "llms-full.txt"), "utf8")).toContain("\n## Home | Marlow Instruments\n")
  })
})
