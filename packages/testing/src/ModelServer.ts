/** An OpenAI-compatible model on loopback that answers from a script, faults included. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export type Turn =
  | {
      readonly says: string
      readonly finish?: string
      /** What it claims to have taken; 100 and 10 when absent. */
      readonly claims?: { readonly input: unknown; readonly output: unknown }
    }
  /** Asks for tools, with these arguments. */
  | { readonly calls: ReadonlyArray<{ readonly name: string; readonly input: object }> }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly cut: true }
  | { readonly hangs: true }
  | { readonly raw: string }

export interface Running {
  /** Base address of the API, ending in `/v1`. */
  readonly url: string
  /** Bodies of the requests so far, and what they were authorised with. */
  readonly asked: Array<any>
  readonly keys: Array<string | undefined>
  /** What is answered next; the last turn is repeated. */
  turns: ReadonlyArray<Turn>
  /** What is answered to a request, by its body; the turns where it gives nothing. */
  byRequest?: (body: any) => Turn | undefined
  /** Vector of a text; its length and 1 when not set. */
  embed: (text: string) => ReadonlyArray<number>
  readonly close: () => void
}

const answer = (response: ServerResponse, turn: Turn, body: any, { embed }: Running): void => {
  if ("hangs" in turn) return
  if ("status" in turn) {
    response.writeHead(turn.status, { "content-type": "application/json", ...turn.headers })
    response.end(turn.body ?? JSON.stringify({ error: { message: `status ${turn.status}`, type: "error" } }))
    return
  }
  response.statusCode = 200
  response.setHeader("content-type", "application/json")
  if ("raw" in turn) return void response.end(turn.raw)
  if ("cut" in turn) {
    response.write('{"id":"1","choices":[{"message":{"role":"assistant","content":"{\\"na')
    setImmediate(() => response.destroy())
    return
  }
  if (body.input !== undefined) {
    const data = body.input.map((text: string, index: number) => ({
      index,
      embedding: embed(text),
      object: "embedding"
    }))
    response.end(JSON.stringify({ object: "list", data, usage: { prompt_tokens: body.input.length } }))
    return
  }
  const { finish_reason, message } = choiceOf(turn)
  const claims = "says" in turn ? turn.claims : undefined
  const usage = { prompt_tokens: claims?.input ?? 100, completion_tokens: claims?.output ?? 10 }
  const shared = { id: "1", created: 1, model: body.model, usage }
  if (body.stream !== true) {
    const choices = [{ index: 0, message, finish_reason }]
    return void response.end(JSON.stringify({ ...shared, object: "chat.completion", choices }))
  }
  response.setHeader("content-type", "text/event-stream")
  const choices = [{ index: 0, delta: message, finish_reason }]
  response.end(`data: ${JSON.stringify({ ...shared, object: "chat.completion.chunk", choices })}\n\ndata: [DONE]\n\n`)
}

const choiceOf = (turn: Extract<Turn, { readonly says: string } | { readonly calls: unknown }>) => {
  if ("says" in turn) {
    return { message: { role: "assistant", content: turn.says }, finish_reason: turn.finish ?? "stop" }
  }
  const tool_calls = turn.calls.map(({ input, name }, index) => ({
    index,
    id: `call-${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) }
  }))
  return { message: { role: "assistant", content: null, tool_calls }, finish_reason: "tool_calls" }
}

export const start = (): Promise<Running> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      let text = ""
      request.on("data", (chunk) => (text += chunk))
      request.on("end", () => {
        const body = JSON.parse(text)
        const turn = running.byRequest?.(body) ??
          running.turns[Math.min(running.asked.length, running.turns.length - 1)] ?? { says: "" }
        running.asked.push(body)
        running.keys.push(request.headers.authorization)
        answer(response, turn, body, running)
      })
    })
    let url = ""
    const running: Running = {
      get url() {
        return url
      },
      asked: [],
      keys: [],
      turns: [],
      embed: (text) => [text.length, 1],
      close: () => {
        server.closeAllConnections()
        server.close()
      }
    }
    server.listen(0, "127.0.0.1", () => {
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
      resolve(running)
    })
  })
