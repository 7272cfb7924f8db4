// A model of one's own, by the library and by the command: what it makes up is named, and its reasoning is left out.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { promisify } from "node:util"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { createOrbweaver } from "orbweaver"

/** Says that the page greets, which it does, and who made it, which it does not say. */
const answer = `<think>Perhaps {"maker": "nobody"}?</think>{"greeting":"Hello","maker":"Acme Ltd"}`
const asked = []
const server = createServer(async (request, response) => {
  let body = ""
  for await (const chunk of request) body += chunk
  asked.push(JSON.parse(body))
  response.setHeader("content-type", "application/json")
  const choices = [{ index: 0, message: { role: "assistant", content: answer }, finish_reason: "stop" }]
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  response.end(JSON.stringify({ id: "1", created: 1, model: "tiny", object: "chat.completion", choices, usage }))
})
await once(server.listen(0, "127.0.0.1"), "listening")
const baseURL = `http://127.0.0.1:${server.address().port}/v1`

const schema = { type: "object", properties: { greeting: { type: "string" }, maker: { type: "string" } } }
const provider = createOpenAICompatible({ name: "local", baseURL, supportsStructuredOutputs: true })
const orb = createOrbweaver({
  egress: { allowLocal: true },
  model: provider.chatModel("tiny"),
  modelPageTokens: 300,
  tokens: (text) => text.length
})
const { json, metadata, warning } = await orb.scrape(process.env.SITE, {
  formats: [{ type: "json", prompt: "What does the page say, and who made it?", schema }],
  timeout: 120_000
})
assert.deepEqual(json, { greeting: "Hello", maker: "Acme Ltd" })
assert.deepEqual(metadata.unsupported, ["/json/maker"])
assert.match(warning, /does not state these values, which the model answered: \/maker/)
for (const { messages } of asked) assert.ok(messages[1].content.length < 1500)
await orb.close()

const { stderr, stdout } = await promisify(execFile)(
  process.platform === "win32" ? "npx.cmd" : "npx",
  [
    ...["orbweaver", "scrape", process.env.SITE, "-f", "json", "--schema", JSON.stringify(schema)],
    ...["--model-url", baseURL, "--model", "tiny", "--allow-local", "--no-browser", "--json"]
  ],
  { shell: process.platform === "win32" }
)
const page = JSON.parse(stdout)
assert.deepEqual(page.json, { greeting: "Hello", maker: "Acme Ltd" })
assert.deepEqual(page.metadata.unsupported, ["/json/maker"])
assert.match(stderr, /warning: .*\/maker/)

server.closeAllConnections()
server.close()
