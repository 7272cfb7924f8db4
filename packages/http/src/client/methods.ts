/**
 * The methods of a client, made from the definition of its API. Every endpoint is one, under its own name: what the path
 * names comes first, then the body, then the query. Where there are `startX` and `getXStatus`, `x` is one too: it starts the
 * job, waits for its end, and gives its status with the pages of all parts.
 */
import type { Brand } from "effect/Brand"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpApiSchema from "effect/http-api/HttpApiSchema"

export interface WaitOptions {
  /** Milliseconds between two looks at the job. Default: 1000. */
  readonly pollIntervalMs?: number | undefined
  /** Milliseconds until the wait fails with `WaitTimedOut`; the job goes on. No limit when absent. */
  readonly timeoutMs?: number | undefined
}

/** The job did not end within the time that the caller waits. */
export class WaitTimedOut extends Schema.TaggedError<WaitTimedOut>()("WaitTimedOut", {
  /** Of the job, which goes on. */
  id: Schema.String,
  timeoutMs: Schema.Finite
}) {
  override get message() {
    return `The job ${this.id} did not end within ${this.timeoutMs} ms; it goes on`
  }
}

type ParamsOf<Params> = [Params] extends [never] ? [] : [keyof Params] extends ["id"] ? [id: string] : [params: Params]
/** A file is sent as a form. */
type Body<Payload> = Payload extends Brand<HttpApiSchema.MultipartTypeId> ? FormData : Payload
type BodyOf<Payload> = [Payload] extends [never]
  ? []
  : Partial<Payload> extends Payload
    ? [payload?: Body<Payload>]
    : [payload: Body<Payload>]
type QueryOf<Query> = [Query] extends [never] ? [] : [query?: Query]

type Method<Endpoint extends HttpApiEndpoint.ConstraintRequest> = (
  ...args: [
    ...ParamsOf<Endpoint["~Params"]["Type"]>,
    ...BodyOf<Endpoint["~Payload"]["Type"]>,
    ...QueryOf<Endpoint["~Query"]["Type"]>
  ]
) => HttpApiClient.Client.MethodReturn<Endpoint, never, never, "decoded-only", never>

type EndpointMethods<Groups extends HttpApiGroup.Constraint> = {
  readonly [
    Endpoint in Extract<HttpApiGroup.Endpoints<Groups>, HttpApiEndpoint.ConstraintRequest> as Endpoint["identifier"]
  ]: Method<Endpoint>
}

type WaitingMethod<Start, Read> = Start extends (...args: infer Args) => Effect.Effect<infer _, infer E, infer R>
  ? Read extends (...args: infer _) => Effect.Effect<infer Status, infer E2, infer R2>
    ? (payload: Exclude<Args[0], undefined>, wait?: WaitOptions) => Effect.Effect<Status, E | E2 | WaitTimedOut, R | R2>
    : never
  : never

type WaitingMethods<Methods> = {
  readonly [
    Name in keyof Methods as Name extends `start${infer Job}`
      ? `get${Job}Status` extends keyof Methods
        ? Uncapitalize<Job>
        : never
      : never
  ]: Name extends `start${infer Job}` ? WaitingMethod<Methods[Name], Methods[`get${Job}Status` & keyof Methods]> : never
}

/** Of an API with these groups. */
export type MethodsOf<Groups extends HttpApiGroup.Constraint> = EndpointMethods<Groups> &
  WaitingMethods<EndpointMethods<Groups>>

/** What is read of answers here. */
interface Answer {
  readonly id?: string
  readonly status?: string
  readonly next?: string
  readonly data?: unknown
}
type Call = (...args: ReadonlyArray<unknown>) => Effect.Effect<Answer, unknown>

/** `client` is the one that Effect makes of the same API: methods by group, each of one request. */
export const makeMethods = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  client: HttpApiClient.Client<Groups>
): MethodsOf<Groups> => {
  // The definition says at run time what the types say above; the compiler cannot follow from one to the other.
  const groups = client as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>
  const methods: Record<string, Call> = {}
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => {
      const call = groups[group.identifier]![endpoint.identifier]!
      methods[endpoint.identifier] = (...args) => call(requestOf(endpoint, args))
    }
  })
  const waits: Record<string, ReturnType<typeof waiting>> = {}
  for (const [name, start] of Object.entries(methods)) {
    const [, first, rest] = /^start(.)(.*)$/.exec(name) ?? []
    const read = methods[`get${first}${rest}Status`]
    if (first !== undefined && read !== undefined) waits[`${first.toLowerCase()}${rest}`] = waiting(start, read)
  }
  return { ...methods, ...waits } as unknown as MethodsOf<Groups>
}

const requestOf = (endpoint: HttpApiEndpoint.Top, args: ReadonlyArray<unknown>) => {
  const left = [...args]
  const isById = endpoint.path.split("/").filter((part) => part.startsWith(":")).length === 1
  return {
    ...(endpoint.params === undefined ? {} : { params: isById ? { id: left.shift() } : left.shift() }),
    ...(endpoint.payload.size === 0 ? {} : { payload: left.shift() ?? {} }),
    ...(endpoint.query === undefined ? {} : { query: left.shift() ?? {} })
  }
}

const waiting =
  (start: Call, read: Call) =>
  (payload: unknown, wait: WaitOptions = {}): Effect.Effect<Answer, unknown> =>
    Effect.gen(function* () {
      const { id = "" } = yield* start(payload)
      const { next: rest, ...status } = yield* untilEnd(id, read(id), wait)
      if (!Array.isArray(status.data)) return status
      const data: Array<unknown> = [...status.data]
      for (let next = rest; next !== undefined;) {
        const part = yield* read(id, Object.fromEntries(new URL(next, "http://localhost").searchParams))
        if (Array.isArray(part.data)) data.push(...part.data)
        next = part.next
      }
      return { ...status, data }
    })

/** Looks at the job until it is over. */
const untilEnd = (
  id: string,
  look: Effect.Effect<Answer, unknown>,
  { pollIntervalMs = 1000, timeoutMs }: WaitOptions
): Effect.Effect<Answer, unknown> => {
  const ended = Effect.gen(function* () {
    for (;;) {
      const answer = yield* look
      if (answer.status !== "scraping" && answer.status !== "processing") return answer
      yield* Effect.sleep(Duration.millis(pollIntervalMs))
    }
  })
  return timeoutMs === undefined
    ? ended
    : Effect.timeoutOrElse(ended, {
        duration: Duration.millis(timeoutMs),
        orElse: () => Effect.fail(new WaitTimedOut({ id, timeoutMs }))
      })
}
