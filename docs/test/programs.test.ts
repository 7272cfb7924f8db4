// Every code block of the documentation and of the READMEs is compiled and run as it stands there. Only the example's
// address is replaced, by a site of this machine, which has to be allowed then.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { start } from "../blocks/exampleSite.ts"
import type { Served } from "../loopback.ts"
import { allBlocks, type Block } from "../blocks/extract.ts"
import { check, nameOf, type Outcome, prepare, runPrograms, runShell, shownOutput } from "../blocks/run.ts"

/** What the first program of each package's README prints. */
const prints: Readonly<Record<string, RegExp>> = {
  core: /\+Tea costs 4 €\./,
  documents: /\| Tea\s+\| 3/,
  egress: /169\.254\.169\.254/,
  extraction: /limit: 50/,
  fetch: /^200 \d+/,
  html: /# Tea[\s\S]*\*\*boiling\*\*/,
  ocr: /# Notes on rivers[\s\S]*\| March \| 412/,
  http: /^200 \{\s+success: true/,
  orbweaver: /^http:/,
  search: /Orb weavers/,
  storage: /^$/,
  testing: /^200$/m
}

const blocks = allBlocks()
const running = blocks.filter(({ noRun }) => noRun === undefined)
const ofKind = (kind: Block["kind"]) => running.filter((block) => block.kind === kind)
const programs = ofKind("program")
const shells = ofKind("shell")

let site: Served
let outcomes: ReadonlyMap<string, Outcome>
beforeAll(async () => {
  prepare()
  site = await start()
})
afterAll(() => site.close())

const verify = (block: Block, { error, printed }: Outcome): void => {
  expect(error, `${nameOf(block)}\n${printed}`).toBeUndefined()
  if (block.prints !== undefined) expect(printed).toMatch(block.prints)
  // Pages of a crawl come in the order in which they are ready.
  const sorted = (text: string) => text.split("\n").toSorted()
  if (block.output !== undefined)
    expect([nameOf(block), ...sorted(shownOutput({ printed }, site))]).toEqual([
      nameOf(block),
      ...sorted(block.output.text)
    ])
}

describe("the code blocks of the documentation", { concurrent: false }, () => {
  it("are counted", () => {
    const left = blocks.filter(({ noRun }) => noRun !== undefined)
    console.log(
      `${blocks.length} blocks: ${programs.length} programs and ${shells.length} of a shell run, ${ofKind("json").length} are JSON, ` +
        `${ofKind("text").length} are text or diagrams, ${left.length} are not run:\n` +
        left.map((block) => `  ${nameOf(block)}: ${block.noRun}`).join("\n")
    )
    expect(programs.length + shells.length).toBeGreaterThan(left.length)
  })

  it("compile", async () => {
    expect(await check(blocks.filter(({ checked, kind }) => checked && kind === "program"))).toBe("")
  })

  it("are JSON where they say so", () => {
    for (const block of ofKind("json")) {
      expect(JSON.parse(block.code) as unknown, `The block ${nameOf(block)}`).toBeTypeOf("object")
    }
  })

  it("run, as programs", async () => {
    outcomes = await runPrograms(programs, site)
    const failed = programs.filter((block) => outcomes.get(nameOf(block))!.error !== undefined)
    expect(failed.map((block) => `${nameOf(block)}: ${outcomes.get(nameOf(block))!.error}`)).toEqual([])
  })

  it("print what the pages say", () => {
    for (const block of programs) verify(block, outcomes.get(nameOf(block))!)
    for (const [name, expected] of Object.entries(prints)) {
      const first = programs.find(({ file }) => file === `packages/${name}/README.md`)
      expect(first, `packages/${name}/README.md has no program`).toBeDefined()
      expect(outcomes.get(nameOf(first!))!.printed).toMatch(expected)
    }
  })

  it.each(shells.map((block) => [nameOf(block), block] as const))("run in a shell: %s", async (_, block) => {
    verify(block, await runShell(block, site))
  })
})
