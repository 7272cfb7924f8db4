// Tests lie where their sources lie. Those at the top of `test/` go through the public door of a package without rooms, and
// of the assembly, whose tests are of the whole that all packages make.
import { existsSync, readdirSync } from "node:fs"
import { dirname } from "node:path"
import { expect, it } from "vitest"
import { rooms } from "../house/rooms.ts"

const testsOf = (name: string): ReadonlyArray<string> =>
  existsSync(`../packages/${name}/test`)
    ? readdirSync(`../packages/${name}/test`, { recursive: true, encoding: "utf8" }).filter(
        (file) => file.endsWith(".test.ts") && !file.includes("node_modules")
      )
    : []

const packages = readdirSync("../packages")
/** The console has most of its sources in `web`: they run in a browser. */
const sources = ["src", "web"]

it("every folder of tests is a folder of sources", () => {
  const strange = packages.flatMap((name) =>
    [...new Set(testsOf(name).map(dirname))]
      .filter(
        (folder) => folder !== "." && !sources.some((source) => existsSync(`../packages/${name}/${source}/${folder}`))
      )
      .map((folder) => `${name}/${folder}`)
  )
  expect(strange).toEqual([])
})

it("packages with rooms have their tests in the rooms", () => {
  for (const name of Object.keys(rooms).filter((name) => name !== "orbweaver")) {
    expect([name, testsOf(name).filter((file) => dirname(file) === ".")]).toEqual([name, []])
  }
})
