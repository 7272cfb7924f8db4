import { assert, describe, it } from "@effect/vitest"
import { carriedThread, placedThread } from "../../src/support/threadEntry.ts"

const url = "file:///app/node_modules/@orbweaver/html/dist/pool/Workers.js"
const there = () => true

describe("the entry of a thread", () => {
  it("is the module beside its caller, in a build and in source", () => {
    const built = placedThread(url, "pool/Workers", "./worker", there)
    assert.strictEqual(String(built?.script), "file:///app/node_modules/@orbweaver/html/dist/pool/worker.js")
    const source = placedThread("file:///src/pool/Workers.ts", "pool/Workers", "./worker", there)
    assert.strictEqual(String(source?.script), "file:///src/pool/worker.ts")
    assert.deepStrictEqual(source?.options.execArgv, ["--conditions=@orbweaver/source"])
  })

  it("is never a file of the program that a bundle was made of", () => {
    assert.isUndefined(placedThread("file:///app/program.js", "pool/Workers", "./worker", there))
    assert.isUndefined(placedThread(undefined, "pool/Workers", "./worker", there))
    assert.isUndefined(placedThread(url, "pool/Workers", "./worker", () => false))
  })

  it("is the code that a build carries, and nothing in source", () => {
    assert.deepStrictEqual(carriedThread("run()"), { script: "run()", options: { eval: true, execArgv: [] } })
    assert.isUndefined(carriedThread(""))
  })
})
