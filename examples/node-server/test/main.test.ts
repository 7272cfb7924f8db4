import { assert, it } from "@effect/vitest"
import { visit } from "@orbweaver/testing/ExampleServer"
import { start } from "../main.ts"

it("scrapes and watches through the server, and leaves the host its own pages", async () => {
  const { markdown, own, watched } = await visit(start)
  assert.include(markdown, "Hello.")
  assert.strictEqual(own, "A page of your own")
  assert.strictEqual(watched, 1000)
})
