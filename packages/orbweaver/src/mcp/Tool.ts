/**
 * What the tools of the MCP server have in common: parameters by a schema,
 * answers as text within a budget of tokens, failures as tool errors.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as McpSchema from "effect/ai/McpSchema"
import { McpServer } from "effect/ai/McpServer"
import { entryOf, keyOf, serverCureOf } from "@orbweaver/core/internal/model/errorTable"
import { InvalidInput, issuesOf } from "@orbweaver/core/model/InvalidInput"
import { part } from "@orbweaver/core/text/budget/Window"
import { findTooLarge } from "@orbweaver/http/internal/wire/inputBounds"

/** Parameters of every tool that answers with text. */
const contextFields = {
  maxTokens: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 256, maximum: 100_000 })).annotate({
      description: "Most tokens of the answer (default 10000). A longer answer ends with a cursor to the rest."
    })
  ),
  cursor: Schema.optionalKey(
    Schema.String.annotate({ description: "Cursor of the last answer: give it with the same arguments to read on." })
  )
}

const defaultTokens = 10_000
/** Kept for the line that names the cursor. */
const trailerTokens = 96

interface ToolContext {
  readonly maxTokens?: number
  readonly cursor?: string
}

interface Failure {
  readonly _tag: string
  readonly message: string
  readonly reason?: unknown
}

export interface Tool<R> {
  readonly definition: McpSchema.Tool
  /** Endpoint of v2 that does the same, by its name: over HTTP its limits, its price and what a key needs hold here too. */
  readonly endpoint: string
  /** Answers what the parameters ask for; its failures are answered to the model. */
  readonly run: (payload: unknown) => Effect.Effect<string, Failure, R>
}

interface Definition<Fields extends Schema.Struct.Fields, R> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly endpoint: Tool<R>["endpoint"]
  /** Its parameters, besides those that every tool has. */
  readonly fields: Fields
  /** How to read on; the same call with the cursor when absent. */
  readonly continuation?: string | undefined
  /** False when the tool changes something of this instance. */
  readonly readOnly?: boolean | undefined
  /** What the budget and the cursor say is done for it. */
  readonly run: (parameters: Schema.Struct<Fields>["Type"]) => Effect.Effect<string, Failure, R>
}

export const tool = <Fields extends Schema.Struct.Fields, R>({
  continuation = "Call again with the same arguments",
  endpoint,
  fields,
  readOnly = true,
  run,
  ...named
}: Definition<Fields, R>): Tool<R> => {
  type Given = Schema.Struct<Fields>["Type"]
  // A call that changes something is not made again to read on.
  const context = readOnly ? contextFields : Struct.pick(contextFields, ["maxTokens"])
  const parameters = Schema.Struct({ ...fields, ...context }) as {} as Schema.Codec<Given & ToolContext, unknown>
  const decode = Schema.decodeUnknownEffect(parameters, { onExcessProperty: "error", errors: "all" })
  const tooLarge = findTooLarge(`arguments of ${named.name}`, parameters.ast)
  return {
    endpoint,
    definition: new McpSchema.Tool({
      ...named,
      inputSchema: { type: "object", ...Schema.toJsonSchemaDocument(parameters).schema },
      annotations: {
        title: named.title,
        readOnlyHint: readOnly,
        destructiveHint: false,
        openWorldHint: true
      }
    }),
    run: Effect.fnUntraced(function* (payload) {
      const refused = tooLarge(payload)
      if (refused !== undefined) return yield* refused
      const {
        cursor: from,
        maxTokens = defaultTokens,
        ...given
      } = yield* Effect.mapError(
        decode(payload ?? {}),
        ({ issue }) => new InvalidInput({ what: `arguments of ${named.name}`, issues: issuesOf(issue) })
      )
      const answer = yield* run(given as Given)
      const { cursor, left, text } = yield* part(answer, {
        maxTokens: maxTokens - trailerTokens,
        cursor: from
      })
      return cursor === undefined
        ? text
        : `${text}\n\n[About ${left} tokens follow. ${continuation} and cursor "${cursor}".]`
    })
  }
}

/** Makes the tools known to the server; they run with the services that are there now. */
export const register = <R>(tools: ReadonlyArray<Tool<R>>): Effect.Effect<void, never, McpServer | R> =>
  Effect.gen(function* () {
    const server = yield* McpServer
    const services = yield* Effect.context<R>()
    yield* Effect.forEach(tools, (tool) =>
      server.addTool({
        tool: tool.definition,
        annotations: Context.empty(),
        handle: (payload) =>
          answered(tool, payload).pipe(
            Effect.map(
              ({ isError, text }) => new McpSchema.CallToolResult({ content: [{ type: "text", text }], isError })
            ),
            Effect.provideContext(services)
          )
      })
    )
  })

/** What the tool answers; a failure is one for the model to read. */
export const answered = <R>({ run }: Tool<R>, args: unknown) =>
  Effect.match(run(args), {
    onSuccess: (text) => ({ text, isError: false }),
    onFailure: (error) => ({ text: failureText(error), isError: true })
  })

/** Longest text of a failure, in UTF-16 units: it may quote the arguments. */
const maxFailure = 2000

/** `CaptureError (TimedOut): …`, and what to do about it, so that the model knows what may help. */
export const failureText = (failure: Failure): string => {
  const { _tag, message, reason } = failure
  const entry = entryOf(keyOf(failure))
  const cure = entry === undefined ? "" : `\nWhat to do: ${serverCureOf(entry)}`
  const detail = typeof reason === "object" && reason !== null && "_tag" in reason ? ` (${String(reason._tag)})` : ""
  return `${_tag}${detail}: ${message.length > maxFailure ? `${message.slice(0, maxFailure)}…` : message}${cure}`
}
