/**
 * Runs the calls of an instance: each keeps the process running until it ends, stops with its
 * signal or with the instance, and fails with an error that names the place of the caller.
 */
import type * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import { type ProcessHold, make as makeHolding } from "./holding.ts"
import { InstanceClosed } from "./InstanceClosed.ts"

/** How a call itself runs, apart from what it asks for. */
export interface CallOptions {
  /**
   * Stops the call, which rejects with the reason of the signal. A job that the call had started is
   * cancelled by methods that wait for it (`crawl`, `batchScrape`, `extract`, …).
   */
  readonly signal?: AbortSignal | undefined
}

/** Runs an effect of a promise method. */
export type Run<R> = <A, E>(effect: Effect.Effect<A, E, R>, options?: CallOptions) => Promise<A>

export interface Calls extends ProcessHold {
  readonly run: <A, E, R>(
    runtime: ManagedRuntime.ManagedRuntime<R, unknown> | Promise<ManagedRuntime.ManagedRuntime<R, unknown>>,
    effect: Effect.Effect<A, E, R>,
    options?: CallOptions
  ) => Promise<A>
  /** Whether the instance is closed. */
  readonly isClosed: () => boolean
  /** From here on every call rejects with `InstanceClosed`, those that run too once their runtime ends. */
  readonly close: () => void
}

export const make = (): Calls => {
  const { hold } = makeHolding()
  let closed = false
  return {
    hold,
    isClosed: () => closed,
    close: () => {
      closed = true
    },
    run: async (runtime, effect, { signal } = {}) => {
      if (closed) throw new InstanceClosed()
      const release = hold()
      try {
        const ready = "then" in runtime ? await runtime : runtime
        signal?.throwIfAborted()
        return await ready.runPromise(effect, { signal })
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason
        throw closed ? new InstanceClosed() : error
      } finally {
        release()
      }
    }
  }
}

/** Where the caller of `method` stands. */
export const callerOf = (method: (...input: never) => unknown): { readonly stack: string } => {
  const place = { stack: "" }
  Error.captureStackTrace(place, method)
  return place
}

/** The error with the frames of the caller first, where it is one of ours; what an application threw stays as it is. */
export const locate = (error: unknown, { stack }: { readonly stack: string }): unknown => {
  if (!isOurs(error)) return error
  const frames = stack.slice(stack.indexOf("\n") + 1)
  error.stack = `${error.name}: ${error.message}\n${frames}`
  // Frames of the engine say nothing of the caller's program.
  for (const field of Object.values(error)) if (isOurs(field)) field.stack = `${field.name}: ${field.message}`
  // The errors of Effect print their fields alone: no message, and no place.
  Object.defineProperty(error, inspectCustom, { value: inspectError, configurable: true })
  Object.defineProperty(error, "toJSON", { value: errorAsJson, configurable: true })
  return error
}

/** Kind, message and fields. Those of Effect give the fields alone, and JSON of a plain error is `{}`. */
function errorAsJson(this: Error): object {
  const { _tag, ...fields } = { _tag: this.name, ...this }
  const json: Record<string, unknown> = { _tag, message: this.message }
  for (const [name, value] of Object.entries(fields)) {
    json[name] = value instanceof Error ? errorAsJson.call(value) : value
  }
  return json
}

const inspectCustom = Symbol.for("nodejs.util.inspect.custom")

function inspectError(
  this: Error,
  _depth: number,
  options: object,
  inspect: (value: unknown, options: object) => string
) {
  const { _tag: _, ...fields }: Record<string, unknown> = { _tag: "", ...this }
  if (this.cause !== undefined) fields["cause"] = this.cause
  return Object.keys(fields).length === 0 ? this.stack : `${this.stack} ${inspect(fields, options)}`
}

const isOurs = (value: unknown): value is Error & { readonly _tag: string } => value instanceof Error && "_tag" in value

/** A method whose errors name the place of their caller. */
export const method = <Input extends ReadonlyArray<unknown>, Output>(
  call: (...input: Input) => Promise<Output>
): ((...input: Input) => Promise<Output>) => {
  const located = async (...input: Input): Promise<Output> => {
    const caller = callerOf(located)
    try {
      return await call(...input)
    } catch (error) {
      throw locate(error, caller)
    }
  }
  return located
}
