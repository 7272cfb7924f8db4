// The S3 server that the tests of this folder use: a test that kills its clients must not stop it.
import { assert, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import { bucket, startS3 } from "../support/s3Server.ts"

it("a test's S3 server answers others when a client is gone in the middle of an upload", async () => {
  const server = await startS3()
  const { hostname, port } = new URL(server.endpoint)
  const uploads = [1, 2].map((upload) => {
    const socket = connect(Number(port), hostname)
    socket.end(
      `PUT /${bucket}/cut-${upload} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 1000\r\n\r\nthe first of a thousand bytes`
    )
    return socket
  })
  await Promise.all(uploads.map((socket) => once(socket.resume(), "close")))
  const answer = await fetch(`${server.endpoint}/${bucket}/other`, { signal: AbortSignal.timeout(10_000) })
  assert.isBelow(answer.status, 500)
  await answer.body?.cancel()
  await server.stop()
})
