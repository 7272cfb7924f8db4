/**
 * A model of the AI SDK whose answers are bounded while they arrive. The providers read an answer whole before they look
 * at it, so the bound lies under them: in the `fetch` of their configuration, the one member that all of them have.
 */

import { asWhole } from "./asWhole.ts"

/** The answer was longer than the bound; the rest of it was not read. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge"
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`the answer is larger than ${maxBytes} bytes (maxAnswerBytes)`)
    this.maxBytes = maxBytes
  }
}

/** The error in what a provider threw, or in its causes. */
export const answerTooLargeIn = (error: unknown, depth = 0): AnswerTooLarge | undefined => {
  if (error instanceof AnswerTooLarge) return error
  return error instanceof Error && depth < 5 ? answerTooLargeIn(error.cause, depth + 1) : undefined
}

/**
 * The model with a `fetch` that reads so many bytes of an answer at most, errors included. For a model that is then wrapped
 * in middleware: `wrapLanguageModel({ model: boundedModel(openai("gpt-5-mini"), 1_000_000), middleware })`. `aiSdk` and
 * `embeddings` do it for models that are not wrapped. A model without a configuration of its own, such as one that is
 * wrapped already, is given back as it is.
 */
export const boundedModel = <M extends object>(model: M, maxBytes: number): M => {
  const config: unknown = Reflect.get(model, "config")
  if (typeof config !== "object" || config === null || Object.getPrototypeOf(model) === Object.prototype) return model
  const given: unknown = Reflect.get(config, "fetch")
  if (given !== undefined && typeof given !== "function") return model
  const fetch = boundedFetch(given as typeof globalThis.fetch | undefined, maxBytes)
  return derivedFrom(model, "config", derivedFrom(config, "fetch", fetch))
}

/** The object with one member replaced; all others stay those of the object. */
const derivedFrom = <T extends object>(object: T, name: string, value: unknown): T =>
  Object.create(object, { [name]: { value, enumerable: true, configurable: true, writable: true } }) as T

const boundedFetch =
  (fetch: typeof globalThis.fetch | undefined, maxBytes: number): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await (fetch ?? globalThis.fetch)(input, init)
    const { body, headers, status, statusText } = response
    if (body === null) return response
    if (Number(headers.get("content-length")) > maxBytes) {
      const error = new AnswerTooLarge(maxBytes)
      await body.cancel(error).catch(() => undefined)
      throw error
    }
    let bytes = 0
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength
        // The source is cancelled with the stream.
        if (bytes > maxBytes) controller.error(new AnswerTooLarge(maxBytes))
        else controller.enqueue(chunk)
      }
    })
    return asWhole(init, new Response(body.pipeThrough(bounded), { headers, status, statusText }))
  }
