/**
 * `s3rver`, an S3 server for tests, on a free port of loopback with one bucket; or the store that `npm run swift` names in
 * `ORBWEAVER_TEST_S3`.
 */
import S3rver from "s3rver"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkSignature } from "./signatureV4.ts"

interface OtherStore {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const named = process.env["ORBWEAVER_TEST_S3"]
const other = named === undefined ? undefined : (JSON.parse(named) as OtherStore)

const { bucket, accessKeyId, secretAccessKey } = other ?? {
  bucket: "pictures",
  accessKeyId: "S3RVER",
  secretAccessKey: "S3RVER"
}

export { bucket }
export const credentials = { bucket, accessKeyId, secretAccessKey }

export const startS3 = async () => {
  if (other !== undefined) return { endpoint: other.endpoint, setAway: () => {}, stop: async () => {} }
  const directory = await mkdtemp(join(tmpdir(), "orbweaver-s3-"))
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }]
  })
  // One request at a time: of two deletions in one folder, one may answer 500. An upload whose client is killed is never
  // answered, so the next one's turn comes when its connection is closed too.
  let last: Promise<unknown> = Promise.resolve()
  server.middleware.unshift((context, next) => {
    const before = last
    const closed = new Promise((resolve) => context.res.once("close", resolve))
    const answered = (async () => {
      await before
      await next()
    })()
    last = Promise.race([answered.catch(() => undefined), closed])
    return answered
  })
  server.middleware.unshift(async (context, next) => {
    if (checkSignature(context.req, credentials.secretAccessKey) !== "wrong") return await next()
    context.status = 403
    context.body = "<Error><Code>SignatureDoesNotMatch</Code><Message>Check your key</Message></Error>"
  })
  let isAway = false
  server.middleware.unshift(async (context, next) => {
    if (!isAway) return await next()
    context.status = 503
    context.body = "<Error><Code>SlowDown</Code><Message>Reduce your request rate</Message></Error>"
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Whether it answers 503 from now on. */
    setAway: (away: boolean) => {
      isAway = away
    },
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    }
  }
}
