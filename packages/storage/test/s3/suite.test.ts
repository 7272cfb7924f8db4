import { Egress } from "@orbweaver/core/network/Egress"
import { s3 } from "@orbweaver/storage/s3"
import { BlobStoreSuite } from "@orbweaver/testing"
import { Layer } from "effect"
import { afterAll } from "vitest"
import { credentials, startS3 } from "../support/s3Server.ts"

const { baseUrl, maxBytes } = BlobStoreSuite
const server = await startS3()
afterAll(() => server.stop())

let stores = 0
BlobStoreSuite.suite("s3", () =>
  s3({ ...credentials, endpoint: server.endpoint, prefix: `store-${++stores}`, baseUrl, maxBytes }).pipe(
    Layer.provide(Egress.layer())
  )
)
