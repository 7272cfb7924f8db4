import { assert, describe, it } from "@effect/vitest"
import { BlobStore, nameIn } from "@orbweaver/core/scrape/BlobStore"
import { Egress } from "@orbweaver/core/network/Egress"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { type Options, s3 } from "@orbweaver/storage/s3"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll } from "vitest"
import { makeBucket } from "../../src/s3/Bucket.ts"
import { connect } from "../../src/s3/S3Client.ts"
import { bucket, credentials, startS3 } from "../support/s3Server.ts"

const server = await startS3()
afterAll(() => server.stop())

const baseUrl = "https://api.example/blobs/"
const policy = Egress.layer()
let stores = 0
const storeWith = (options: Partial<Options> = {}) =>
  s3({ ...credentials, endpoint: server.endpoint, prefix: `test-${++stores}`, baseUrl, ...options }).pipe(
    Layer.provide(policy)
  )

const png = (...bytes: ReadonlyArray<number>) => ({ mediaType: "image/png", bytes: Uint8Array.from(bytes) }) as const
const put = (artifact = png(1, 2, 3), owner: { account: string; job?: string } = { account: "a" }) =>
  BlobStore.use((store) => store.put(artifact, owner, Duration.hours(1)))
const get = (address: string | undefined) => BlobStore.use((store) => store.get(nameIn(address!)))

/** A server of loopback; `requests` are those that came, without lists. */
const serverThat = (
  listener: (...input: [...Parameters<RequestListener>, count: number]) => void,
  { lists = false } = {}
) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly endpoint: string; readonly requests: Array<string>; readonly close: () => void }>(
      (resume) => {
        const requests: Array<string> = []
        const http = createServer((request, response) => {
          // The sweep that begins with the store finds nothing.
          if (!lists && request.url?.includes("list-type") === true) return void response.end("<ListBucketResult/>")
          requests.push(`${request.method} ${request.url}`)
          listener(request, response, requests.length)
        })
        http.listen(0, "127.0.0.1", () => {
          const { port } = http.address() as AddressInfo
          const close = () => {
            http.closeAllConnections()
            http.close()
          }
          resume(Effect.succeed({ endpoint: `http://127.0.0.1:${port}`, requests, close }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )

const failureOf = <A>(work: Effect.Effect<A, StoreError, BlobStore>, options: Partial<Options>) =>
  Effect.flip(Effect.provide(work, storeWith(options)))

describe("a store that is away for a moment", () => {
  it.live("is asked again, and the picture is stored", () =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* serverThat((request, response, count) => {
        request.resume()
        request.on("end", () => {
          response.statusCode = count <= 2 ? 503 : 200
          response.end(count <= 2 ? "<Error><Code>SlowDown</Code></Error>" : "")
        })
      })
      const address = yield* Effect.provide(put(), storeWith({ endpoint }))
      assert.isTrue(address?.startsWith(baseUrl))
      assert.strictEqual(requests.length, 3)
      assert.strictEqual(new Set(requests).size, 1)
    }).pipe(Effect.scoped)
  )

  it.live("is asked again for the part of which it gave half", () =>
    Effect.gen(function* () {
      let gets = 0
      const { endpoint } = yield* serverThat((request, response) => {
        request.resume()
        if (request.method === "PUT") return void response.end()
        if (request.method === "HEAD") return void response.writeHead(200, { "content-length": 3 }).end()
        response.writeHead(206, { "content-length": 3 })
        if (++gets > 1) return void response.end(Uint8Array.from([1, 2, 3]))
        response.write(Uint8Array.from([1]), () => response.destroy())
      })
      yield* Effect.gen(function* () {
        const blob = yield* get(yield* put())
        assert.deepStrictEqual([...(yield* blob!.read(0, 100))], [1, 2, 3])
      }).pipe(Effect.provide(storeWith({ endpoint })))
      assert.strictEqual(gets, 2)
    }).pipe(Effect.scoped)
  )
})

describe("a store that stays away", () => {
  it.live("is named with its answer after so many tries", () =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* serverThat((request, response) => {
        request.resume()
        response.writeHead(500).end("<html>Bad gateway</html>")
      })
      const error = yield* failureOf(put(), { endpoint, retries: 1 })
      assert.strictEqual(error.kind, "unavailable")
      assert.strictEqual(error.message, `BlobStore.put failed: the bucket "${bucket}" at 127.0.0.1 answered 500`)
      assert.strictEqual(requests.length, 2)
    }).pipe(Effect.scoped)
  )

  it.live("is given up where it accepts a request and does not answer", () =>
    Effect.gen(function* () {
      const { endpoint } = yield* serverThat(() => undefined)
      const error = yield* failureOf(put(), { endpoint, retries: 1, timeout: "100 millis" })
      assert.strictEqual(error.kind, "unavailable")
      assert.match(error.message, /did not answer in time$/)
    }).pipe(Effect.scoped)
  )

  it.live("is given up where nothing listens", () =>
    Effect.gen(function* () {
      const { close, endpoint } = yield* serverThat(() => undefined)
      close()
      const error = yield* failureOf(put(), { endpoint, retries: 0 })
      assert.strictEqual(error.kind, "unavailable")
      assert.match(error.message, /cannot be reached: .*ECONNREFUSED/)
    }).pipe(Effect.scoped)
  )
})

describe("a mistake of its operator", () => {
  it.live("is named: a secret key that is wrong", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(put(), { secretAccessKey: "wrong" })
      assert.strictEqual(error.kind, "misconfigured")
      assert.match(error.message, /answered 403 SignatureDoesNotMatch .*: check the access key, the secret key/)
      assert.notInclude(error.message, "wrong")
    })
  )

  it.live("is named: a bucket that there is not", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(put(), { bucket: "no-such-bucket" })
      assert.strictEqual(error.kind, "misconfigured")
      assert.match(
        error.message,
        /"no-such-bucket" .*answered 404 NoSuchBucket .*: create the bucket, or correct its name/
      )
    })
  )

  it.live.each([
    [400, "ExpiredToken"],
    [401, ""],
    [403, "AccessDenied"],
    [403, "RequestTimeTooSkewed"],
    [301, "PermanentRedirect"],
    [400, "AuthorizationHeaderMalformed"]
  ] as const)("is told from an outage and from a fault of ours: %i %s", ([status, code]) =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* serverThat((request, response) => {
        request.resume()
        response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
      })
      const error = yield* failureOf(put(), { endpoint })
      assert.strictEqual(error.kind, "misconfigured")
      assert.lengthOf(requests, 1)
    }).pipe(Effect.scoped)
  )

  it.live("is named: an address that the instance blocks", () =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* serverThat((_, response) => response.end())
      const blocked = s3({ ...credentials, endpoint, baseUrl }).pipe(
        Layer.provide(Egress.layer({ block: ["127.0.0.0/8"] }))
      )
      const error = yield* Effect.flip(Effect.provide(put(), blocked))
      assert.match(error.message, /was not asked: The address is refused by policy \(block-list\)/)
      assert.deepStrictEqual(requests, [])
    }).pipe(Effect.scoped)
  )

  it("is an InvalidInput where options are wrong or missing", () => {
    assert.throws(() => s3({ ...credentials, endpoint: "not an address", baseUrl }), /endpoint/)
    assert.throws(() => s3({ ...credentials, baseUrl, secretAccessKey: undefined } as never), /secretAccessKey/)
    assert.throws(() => s3(credentials), /presign: true/)
    assert.throws(() => s3({ ...credentials, baseUrl, acl: "public" } as never), /acl/)
  })
})

describe("objects", () => {
  it.effect("are stored once for the same bytes of one owner", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const store = yield* BlobStore
        const [first, second, foreign] = yield* Effect.all([put(), put(), put(png(1, 2, 3), { account: "b" })])
        assert.strictEqual(first, second)
        assert.notStrictEqual(nameIn(first!).slice(-40), nameIn(foreign!).slice(-40))
        assert.strictEqual(yield* store.erase({ account: "a" }), 1)
        assert.isDefined(yield* get(foreign))
      }).pipe(Effect.provide(storeWith()))
    })
  )

  it.effect("that have expired are deleted by any process, once an hour, also those of jobs that are gone", () =>
    Effect.gen(function* () {
      const prefix = `sweep-${++stores}`
      yield* Effect.gen(function* () {
        const address = yield* put(png(7), { account: "a", job: "removed" })
        yield* put(png(8))
        assert.isDefined(yield* get(address))
      }).pipe(Effect.provide(storeWith({ prefix })))
      assert.strictEqual((yield* keysOf(prefix)).length, 2)
      yield* TestClock.adjust("2 hours")
      yield* Effect.gen(function* () {
        yield* BlobStore
        yield* TestClock.withLive(
          Effect.gen(function* () {
            while ((yield* keysOf(prefix)).length > 0) yield* Effect.sleep("20 millis")
          }).pipe(Effect.timeout("10 seconds"))
        )
      }).pipe(Effect.provide(storeWith({ prefix })))
    })
  )

  it.effect("of other programs are left alone", () =>
    Effect.gen(function* () {
      const prefix = `shared-${++stores}`
      const client = yield* connect({ ...credentials, endpoint: server.endpoint })
      const bytes = Uint8Array.from([1])
      const sha256 = createHash("sha256").update(bytes).digest("hex")
      yield* makeBucket(client).write("test", `${prefix}/notes.txt`, { bytes, sha256, mediaType: "text/plain" })
      yield* Effect.provide(
        BlobStore.use((store) => Effect.andThen(put(), store.erase({ ofSingleScrapes: true }))),
        storeWith({ prefix })
      )
      assert.deepStrictEqual(yield* keysOf(prefix), [`${prefix}/notes.txt`])
    }).pipe(Effect.scoped, Effect.provide(policy))
  )

  it.live("have signed addresses that anybody may read until they expire, and that name them", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const address = yield* put(png(9, 9, 9))
        assert.isTrue(address!.startsWith(`${server.endpoint}/${bucket}/`))
        const expires = Number(new URL(address!).searchParams.get("X-Amz-Expires"))
        assert.strictEqual(expires, 3600)
        const response = yield* Effect.promise(() => fetch(address!))
        assert.strictEqual(response.headers.get("content-type"), "image/png")
        assert.deepStrictEqual([...new Uint8Array(yield* Effect.promise(() => response.arrayBuffer()))], [9, 9, 9])
        const forged = address!.replace("X-Amz-Expires=3600", "X-Amz-Expires=9999")
        assert.strictEqual((yield* Effect.promise(() => fetch(forged))).status, 403)
        const blob = yield* get(address)
        assert.strictEqual(blob?.size, 3)
        assert.strictEqual(yield* BlobStore.use((store) => store.erase({ names: [nameIn(address!)] })), 1)
        assert.strictEqual((yield* Effect.promise(() => fetch(address!))).status, 404)
      }).pipe(Effect.provide(storeWith({ presign: true, baseUrl: undefined })))
    })
  )

  it.live("of more than one page of a list are all removed", () =>
    Effect.gen(function* () {
      const owner = { account: "a", job: "j" }
      const name = (hour: number) => {
        const [account, job] = ["ca978112ca1bbdca", "d2eba09441af15aa"]
        return `${account}/${job}/${account}-${job}-${(hour * 3_600_000).toString(36)}-00000000-0000-4000-8000-000000000000.png`
      }
      const lists: Array<string | null> = []
      const { endpoint, requests } = yield* serverThat(
        (request, response) => {
          const query = new URL(request.url!, "http://localhost").searchParams
          const token = query.get("continuation-token")
          if (request.method !== "GET") return void response.writeHead(204).end()
          if (query.get("prefix") === "names/") return void response.end("<ListBucketResult/>")
          lists.push(token)
          const next =
            token === null
              ? "<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b=</NextContinuationToken>"
              : ""
          response.end(
            `<L>${next}<Contents><Key>${name(token === null ? 1e6 : 2e6)}</Key><Size>1</Size></Contents></L>`
          )
        },
        { lists: true }
      )
      const count = yield* Effect.provide(
        BlobStore.use((store) => store.erase(owner)),
        s3({ ...credentials, endpoint, baseUrl }).pipe(Layer.provide(policy))
      )
      assert.strictEqual(count, 2)
      assert.include(lists, "a&b=")
      assert.deepStrictEqual(
        requests.filter((request) => request.startsWith("DELETE")).toSorted(),
        [name(1e6), name(2e6)].map((key) => `DELETE /${bucket}/${key}`).toSorted()
      )
    }).pipe(Effect.scoped)
  )
})

describe("a list", () => {
  const object = "<Contents><Key>a</Key><Size>1</Size></Contents>"
  const goesOn = (token: string | undefined, inside = object) =>
    `<L><IsTruncated>true</IsTruncated>${token === undefined ? "" : `<NextContinuationToken>${token}</NextContinuationToken>`}${inside}</L>`

  it.live.each([
    ["whose token repeats", () => goesOn("same"), "gives the same part of its list again and again"],
    ["whose tokens repeat in a circle", (count: number) => goesOn(`${count % 3}`), "gives the same part of its list"],
    ["that goes on without a token", () => goesOn(undefined), "says that its list goes on, and not where"],
    ["of empty parts without an end", (count: number) => goesOn(`${count}`, ""), "gives a list of empty parts"]
  ] as const)("%s ends with an error that says so", ([, answer, message]) =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* serverThat((_, response, count) => void response.end(answer(count)), {
        lists: true
      })
      const client = yield* connect({ ...credentials, endpoint })
      const error = yield* Effect.flip(makeBucket(client).list("test", "", () => Effect.void))
      assert.include(error.message, message)
      assert.isAtMost(requests.length, 1001)
    }).pipe(Effect.scoped, Effect.provide(policy))
  )
})

/** As the server lists them. */
const keysOf = (prefix: string) =>
  Effect.gen(function* () {
    const keys: Array<string> = []
    const client = yield* connect({ ...credentials, endpoint: server.endpoint })
    yield* makeBucket(client).list("test", `${prefix}/`, (objects) =>
      Effect.sync(() => void keys.push(...objects.map(({ key }) => key)))
    )
    return keys
  }).pipe(Effect.scoped, Effect.provide(policy), Effect.orDie)
