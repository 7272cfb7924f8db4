/**
 * Some gateways stream every answer, also where nobody asked for it (`stream` is absent or false): the events of an
 * OpenAI-compatible chat are put together to the answer that was asked for.
 */

/** The answer in one piece where its request wants it so; any other as it is. */
export const asWhole = async (request: RequestInit | undefined, response: Response): Promise<Response> => {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
  if (!isStream || !response.ok || typeof request?.body !== "string" || asksForStream(request.body)) return response
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  headers.set("content-type", "application/json")
  headers.delete("content-length")
  return new Response(JSON.stringify(joined(await response.text())), { headers, status, statusText })
}

const asksForStream = (body: string): boolean => {
  const sent = jsonOf(body)
  return isRecord(sent) && sent["stream"] === true
}

const joined = (events: string): object => {
  let content = ""
  let finish: unknown = null
  let shared: Record<string, unknown> = {}
  for (const line of events.split(/\r\n|\r|\n/)) {
    const event = line.startsWith("data:") ? jsonOf(line.slice("data:".length)) : undefined
    if (!isRecord(event)) continue
    const { choices, ...rest } = event
    shared = { ...shared, ...rest }
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
    if (!isRecord(choice)) continue
    finish = choice["finish_reason"] ?? finish
    const part = isRecord(choice["delta"]) ? choice["delta"] : choice["message"]
    if (isRecord(part) && typeof part["content"] === "string") content += part["content"]
  }
  const message = { role: "assistant", content }
  return { ...shared, object: "chat.completion", choices: [{ index: 0, message, finish_reason: finish }] }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
