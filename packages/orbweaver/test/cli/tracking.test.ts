// Change tracking from the command line: versions of a page outlive the command in its store.
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

let price = 20
let server: Server
let directory: string

beforeAll(async () => {
  server = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html")
    answer.end(`<title>Kettle</title><main><h1>Kettle</h1><p>It costs ${price} €, and boils a litre.</p></main>`)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  directory = await mkdtemp(join(tmpdir(), "orbweaver-tracking-"))
})

afterAll(async () => {
  server.close()
  await rm(directory, { recursive: true })
})

const visit = (...flags: ReadonlyArray<string>) => {
  const { port } = server.address() as AddressInfo
  return runToEnd(["scrape", `http://127.0.0.1:${port}/`, "-f", "changeTracking", "--allow-local", ...flags])
}

it("tells a changed page from one that is the same, with its lines", async () => {
  const kept = ["--data", join(directory, "data")]
  expect(JSON.parse((await visit(...kept)).stdout)).toMatchObject({ changeStatus: "new" })
  expect(JSON.parse((await visit(...kept)).stdout)).toMatchObject({ changeStatus: "same" })
  price = 25
  const changed = JSON.parse((await visit(...kept)).stdout) as { readonly diff: { readonly text: string } }
  expect(changed).toMatchObject({ changeStatus: "changed" })
  expect(changed.diff.text).toContain("-It costs 20 €")
  expect(changed.diff.text).toContain("+It costs 25 €")
})

it("says that without a store every page is new", async () => {
  const { stderr, stdout } = await visit()
  expect(JSON.parse(stdout)).toMatchObject({ changeStatus: "new" })
  expect(stderr).toContain("--data")
})
