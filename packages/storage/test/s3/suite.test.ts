import { Egress } from "@orbweaver/core/network/Egress"
import { s3, s3Documents, s3PageCache } from "@orbweaver/storage/s3"
import { BlobStoreSuite, DocumentStoreSuite, PageCacheSuite } from "@orbweaver/testing"
import { Layer } from "effect"
import { afterAll } from "vitest"
import { credentials, startS3 } from "../support/s3Server.ts"

const server = await startS3()
afterAll(() => server.stop())

let stores = 0
const bucket = () => ({ ...credentials, endpoint: server.endpoint, prefix: `store-${++stores}` })
const overEgress = Layer.provide(Egress.layer())
const encryptionKeys = ["a key of the operator that is long enough"]

BlobStoreSuite.suite("s3", () => {
  const { baseUrl, maxBytes } = BlobStoreSuite
  return overEgress(s3({ ...bucket(), baseUrl, maxBytes }))
})
DocumentStoreSuite.suite("s3", overEgress(s3Documents(bucket())))
DocumentStoreSuite.suite("s3, encrypted", overEgress(s3Documents({ ...bucket(), encryptionKeys })))
PageCacheSuite.suite("s3", overEgress(s3PageCache(bucket())))
PageCacheSuite.suite("s3, encrypted", overEgress(s3PageCache({ ...bucket(), encryptionKeys })))
PageCacheSuite.boundedSuite("s3", () => overEgress(s3PageCache({ ...bucket(), maxBytes: PageCacheSuite.maxBytes })))
