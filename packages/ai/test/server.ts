/** An OpenAI-compatible server on loopback that answers from a script, faults included. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { Effect } from "effect"

export type Turn =
  | { readonly says: string; readonly finish?: string }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly cut: true }
  | { readonly hangs: true }
  | { readonly raw: string }

export interface Model {
  /** Bodies of the requests so far. */
  readonly asked: Array<any>
  /** What is answered next; the last turn is repeated. */
  turns: ReadonlyArray<Turn>
}

const answer = (response: ServerResponse, turn: Turn, body: any): void => {
  if ("hangs" in turn) return
  if ("status" in turn) {
    response.writeHead(turn.status, { "content-type": "application/json", ...turn.headers })
    response.end(turn.body ?? JSON.stringify({ error: { message: `status ${turn.status}`, type: "error" } }))
    return
  }
  response.writeHead(200, { "content-type": "application/json" })
  if ("raw" in turn) return void response.end(turn.raw)
  if ("cut" in turn) {
    response.write('{"id":"1","choices":[{"message":{"role":"assistant","content":"{\\"na')
    setImmediate(() => response.destroy())
    return
  }
  if (body.input !== undefined) {
    const data = body.input.map((text: string, index: number) => ({
      index,
      embedding: [text.length, 1],
      object: "embedding"
    }))
    response.end(JSON.stringify({ object: "list", data, usage: { prompt_tokens: body.input.length } }))
    return
  }
  response.end(
    JSON.stringify({
      id: "1",
      object: "chat.completion",
      created: 1,
      model: body.model,
      choices: [{ index: 0, message: { role: "assistant", content: turn.says }, finish_reason: turn.finish ?? "stop" }],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
    })
  )
}

/** Lives as long as the scope. */
export const modelServer = Effect.acquireRelease(
  Effect.callback<{ model: Model; provider: ReturnType<typeof createOpenAICompatible>; close: () => void }>(
    (resume) => {
      const model: Model = { asked: [], turns: [] }
      const server = createServer((request, response) => {
        let text = ""
        request.on("data", (chunk) => (text += chunk))
        request.on("end", () => {
          const body = JSON.parse(text)
          const turn = model.turns[Math.min(model.asked.length, model.turns.length - 1)] ?? { says: "" }
          model.asked.push(body)
          answer(response, turn, body)
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const provider = createOpenAICompatible({
          name: "local",
          baseURL: `http://127.0.0.1:${port}/v1`,
          supportsStructuredOutputs: true
        })
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ model, provider, close }))
      })
    }
  ),
  ({ close }) => Effect.sync(close)
)
