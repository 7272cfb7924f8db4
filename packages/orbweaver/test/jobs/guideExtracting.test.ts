// What the guides of extraction show is run as it stands there, over a site of this machine.
import { company, instruments, routes } from "@orbweaver/testing/internal/CompanySite"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const programsOf = (guide: string) =>
  [...readFileSync(`${root}docs/guide/${guide}.md`, "utf8").matchAll(/```ts(?: \[Library\])?\n([\s\S]*?)```/g)].map(
    ([, code]) => code!
  )

let site: Running
beforeAll(async () => {
  site = await start({ routes })
})
afterAll(() => site.close())

const run = async (guide: string, at = 0) => {
  const program = programsOf(guide)[at]!
  const code = program
    .replaceAll("https://example.com/", site.url("/").href)
    .replace("createOrbweaver()", "createOrbweaver({ egress: { allowLocal: true } })")
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@orbweaver/source", "--input-type=module-typescript", "-e", code],
    { cwd: `${root}packages/orbweaver` }
  )
  return stdout
}

it("a shop as one list", async () => {
  const [data, ...sources] = (await run("extracting")).split("\n")
  const { products } = JSON.parse(data!) as { products: ReadonlyArray<{ name: string }> }
  expect(products.map(({ name }) => name).toSorted()).toEqual(instruments.map(({ name }) => name).toSorted())
  expect(sources.join(" ")).toMatch(/\/company\/shop\/\S+' \] rules/)
})

it("a prompt that names what is wanted", async () => {
  expect(JSON.parse(await run("extracting", 1))).toEqual({ phone: company.phone, email: company.email })
})

it("a schema that names the places of its values", async () => {
  expect(await run("selectors")).toBe("[ 'Deck clock: 120.5', 'Wall clock: 80' ]\n")
})

it("an llms.txt", async () => {
  expect(await run("llms-txt")).toContain(
    "# Marlow Instruments\n\n> Clocks and instruments for the sea, made by hand.\n"
  )
})
