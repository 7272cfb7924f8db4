// Answers without an end, longer than announced or packed: they are read up to a bound, and the connection is closed.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { assert, describe, it } from "@effect/vitest"
import type { LanguageModelV4 } from "@ai-sdk/provider"
import { aiSdk, boundedModel, embeddings } from "@orbweaver/ai"
import { generateText, ModelDeadline } from "@orbweaver/core/network/ModelClient"
import * as ModelServer from "@orbweaver/testing/ModelServer"
import { Effect } from "effect"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"

const mebibyte = 1024 * 1024
const piece = "x".repeat(mebibyte)

/** Sends pieces for as long as somebody reads them. */
const withoutEnd = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { "content-type": "application/json" })
  response.write('{"choices":[{"message":{"role":"assistant","content":"')
  const send = (): void => {
    while (!response.destroyed && response.write(piece));
  }
  response.on("drain", send)
  send()
}

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  endless: (response) => withoutEnd(response, 200),
  failing: (response) => withoutEnd(response, 500),
  announced: (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": String(1024 * mebibyte) })
    response.write("{")
  },
  packed: (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
    response.end(gzipSync(Buffer.alloc(64 * mebibyte, " ")))
  }
}

/** A model for each way to answer, and how much was sent of an answer when its connection was closed. */
const modelServer = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly url: string; readonly sent: Promise<number>; readonly close: () => void }>((resolve) => {
        const sent = Promise.withResolvers<number>()
        const server = createServer((request, response) => {
          response.once("close", () => sent.resolve(response.socket?.bytesWritten ?? bytes()))
          const { socket } = request
          const bytes = () => socket.bytesWritten
          request.resume()
          answers[request.url!.split("/")[1]!]!(response)
        })
        server.listen(0, "127.0.0.1", () =>
          resolve({
            url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            sent: sent.promise,
            close: () => {
              server.closeAllConnections()
              server.close()
            }
          })
        )
      })
  ),
  ({ close }) => Effect.sync(close)
)

/** A model in middleware, as `wrapLanguageModel` of the AI SDK makes it: an object of its own that calls the model. */
const wrapped = (
  model: LanguageModelV4,
  answer?: (signal: AbortSignal | undefined) => ReturnType<LanguageModelV4["doGenerate"]>
): LanguageModelV4 => ({
  specificationVersion: "v4",
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: {},
  doGenerate: async (options) => (answer === undefined ? model.doGenerate(options) : answer(options.abortSignal)),
  doStream: async (options) => model.doStream(options)
})

const providerOf = (url: string, kind: string) => createOpenAICompatible({ name: "local", baseURL: `${url}/${kind}` })

describe("an answer that is too long", () => {
  for (const kind of Object.keys(answers)) {
    it.live(`of a language model (${kind}) is given up at the bound, with an error that names it`, () =>
      Effect.gen(function* () {
        const { sent, url } = yield* modelServer
        const model = yield* aiSdk(providerOf(url, kind)("tiny"))
        const { reason } = yield* Effect.flip(model.generateText({ prompt: "Hello" }))
        assert.deepInclude(reason, {
          _tag: "InvalidResponseError",
          description: `the answer is larger than ${8 * mebibyte} bytes (maxAnswerBytes)`
        })
        assert.isFalse(reason.isRetryable)
        assert.isBelow(yield* Effect.promise(() => sent), 40 * mebibyte)
      }).pipe(Effect.scoped)
    )
  }

  it.live("of an embedding model is given up too", () =>
    Effect.gen(function* () {
      const { sent, url } = yield* modelServer
      const model = yield* embeddings(providerOf(url, "endless").embeddingModel("e"), { maxAnswerBytes: mebibyte })
      const { reason } = yield* Effect.flip(model.embedMany(["a"]))
      assert.strictEqual(reason._tag, "InvalidResponseError")
      assert.isBelow(yield* Effect.promise(() => sent), 40 * mebibyte)
    }).pipe(Effect.scoped)
  )

  it.live("makes its format fail, and says the bound", () =>
    Effect.gen(function* () {
      const { url } = yield* modelServer
      const model = yield* aiSdk(providerOf(url, "endless")("tiny"), { maxAnswerBytes: 1000 })
      const error = yield* Effect.flip(generateText(model, { format: "summary", instructions: "Say it", page: "It" }))
      assert.strictEqual(error.model, "unusable")
      assert.include(error.message, "larger than 1000 bytes")
    }).pipe(Effect.scoped)
  )

  it.live("is refused also of a model that does not fetch by its configuration", () =>
    Effect.gen(function* () {
      const model = yield* aiSdk(
        {
          specificationVersion: "v2",
          provider: "own",
          modelId: "own",
          supportedUrls: {},
          doGenerate: async () => ({
            content: [{ type: "text", text: "x".repeat(2000) }],
            finishReason: "stop",
            usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
            warnings: []
          }),
          doStream: () => Promise.reject(new Error("not used"))
        },
        { maxAnswerBytes: 1000 }
      )
      const { reason } = yield* Effect.flip(model.generateText({ prompt: "Hello" }))
      assert.strictEqual(reason._tag, "InvalidResponseError")
    })
  )

  for (const kind of Object.keys(answers)) {
    it.live(`of a model in middleware (${kind}) is given up at the bound of the model below`, () =>
      Effect.gen(function* () {
        const { sent, url } = yield* modelServer
        const model = yield* aiSdk(wrapped(boundedModel(providerOf(url, kind)("tiny"), mebibyte)))
        const { reason } = yield* Effect.flip(model.generateText({ prompt: "Hello" }))
        assert.deepInclude(reason, {
          _tag: "InvalidResponseError",
          description: `the answer is larger than ${mebibyte} bytes (maxAnswerBytes)`
        })
        assert.isBelow(yield* Effect.promise(() => sent), 40 * mebibyte)
      }).pipe(Effect.scoped)
    )
  }

  it.live("is ended by the provider at the caller's limit of tokens, whatever wraps the model", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => ModelServer.start()),
        ({ close }) => Effect.sync(close)
      )
      server.turns = [{ says: "Yes." }]
      const provider = createOpenAICompatible({ name: "local", baseURL: server.url })
      for (const source of [provider("tiny"), wrapped(provider("tiny"))]) {
        const model = yield* aiSdk(source, { maxOutputTokens: 77 })
        yield* model.generateText({ prompt: "Hello" })
      }
      const unlimited = yield* aiSdk(provider("tiny"))
      yield* unlimited.generateText({ prompt: "Hello" })
      assert.deepStrictEqual(
        server.asked.map(({ max_tokens }) => max_tokens as unknown),
        [77, 77, undefined]
      )
    }).pipe(Effect.scoped)
  )

  it.live("that a model in middleware is silent about is waited for no longer than its time", () =>
    Effect.gen(function* () {
      let aborted = false
      const silent = wrapped(providerOf("http://127.0.0.1:9", "none")("tiny"), (signal) => {
        signal?.addEventListener("abort", () => (aborted = true))
        return new Promise(() => {})
      })
      const model = yield* aiSdk(silent)
      const question = { format: "summary", instructions: "Say it", page: "It" }
      const late = Effect.provideService(generateText(model, question), ModelDeadline, Date.now() + 50)
      assert.include((yield* Effect.flip(late)).message, "did not answer in time")
      assert.isTrue(aborted)
    })
  )

  it.live("is bounded under the fetch of the caller, and the model that he gave stays as it is", () =>
    Effect.gen(function* () {
      const { url } = yield* modelServer
      let asked = 0
      const provider = createOpenAICompatible({
        name: "local",
        baseURL: `${url}/announced`,
        fetch: async () => {
          asked++
          return Response.json({ choices: [{ message: { role: "assistant", content: "yes" }, finish_reason: "stop" }] })
        }
      })
      const source = provider("tiny")
      const model = yield* aiSdk(source)
      assert.strictEqual((yield* model.generateText({ prompt: "Hello" })).text, "yes")
      assert.strictEqual(asked, 1)
      assert.strictEqual(source.modelId, "tiny")
    }).pipe(Effect.scoped)
  )
})
