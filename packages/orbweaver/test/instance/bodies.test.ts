// Large bodies of every kind, sent to a server as a client would: `npm run bodies` says what each costs.
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { kinds } from "../../bench/bodies/kinds.ts"
import { textOf } from "../../bench/bodies/LargeBody.ts"

let orb: Orbweaver
let port: number
const server = createServer()

beforeAll(async () => {
  orb = createOrbweaver({ worker: false, egress: { allowLocal: true } })
  const { handler } = await orb.http()
  server.on("request", handler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await orb.close()
})

/** Reads the answer while the body is being sent: a refused one is not read to its end. */
const send = (path: string, type: string, body: Buffer) =>
  new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const asked = request(
      // A connection of its own: making a body takes seconds, in which the server closes one that is kept.
      { agent: false, port, path, method: "POST", headers: { "content-type": type, "content-length": body.length } },
      (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
        response.once("end", () => resolve({ status: response.statusCode, text }))
        response.once("error", reject)
      }
    )
    asked.once("error", reject)
    asked.end(body)
  })

// One after another: making a body holds this thread for seconds, which the server counts as time of its requests.
describe("a body of 10 MB", { concurrent: false }, () => {
  for (const kind of kinds.filter(({ plain }) => plain !== true)) {
    it(`of ${kind.name} is refused in few bytes`, async () => {
      const { status, text } = await send(kind.path, kind.type, Buffer.from(textOf(kind)))
      expect(status).toBe(400)
      expect(text.length).toBeLessThan(4096)
      const answer = JSON.parse(text) as { success: boolean; code: string; details?: ReadonlyArray<{ code: string }> }
      expect(answer.success).toBe(false)
      expect(answer.code).toMatch(/^BAD_REQUEST/)
    })
  }

  for (const kind of kinds.filter(({ plain }) => plain === true)) {
    it(`of a ${kind.name} is a job of them all`, async () => {
      const body = textOf(kind)
      const { status, text } = await send(kind.path, kind.type, Buffer.from(body))
      expect(status).toBe(200)
      const { id } = JSON.parse(text) as { id: string }
      const { total } = await orb.getBatchScrapeStatus(id)
      expect(total).toBe((JSON.parse(body) as { urls: ReadonlyArray<string> }).urls.length)
    })
  }
})
