/** What providers and models do wrong, as scripts for the model of the test kit. */
import type { Turn } from "@orbweaver/testing/ModelServer"

/** An answer that fits the schema below. */
export const good = `{"name":"Mug","price":5}`

export const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    tags: { type: "array", items: { type: "string" } }
  },
  required: ["name"],
  additionalProperties: false
}

const completion = (message: unknown, more: object = {}) => ({
  raw: JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "m", choices: [message], ...more })
})

export const faults: Readonly<Record<string, ReadonlyArray<Turn>>> = {
  "429 once": [{ status: 429, headers: { "retry-after": "0" } }, { says: good }],
  "429 always": [{ status: 429 }],
  "429 for a year": [{ status: 429, headers: { "retry-after": "31536000" } }],
  "429 until yesterday": [{ status: 429, headers: { "retry-after": "Fri, 01 Jan 2021 00:00:00 GMT" } }, { says: good }],
  "500 once": [{ status: 500 }, { says: good }],
  "500 always": [{ status: 500 }],
  "503 once": [{ status: 503 }, { says: good }],
  "a cut body once": [{ cut: true }, { says: good }],
  "a cut body always": [{ cut: true }],
  "no JSON": [{ says: "Sure! Here you go." }],
  "no JSON, then JSON": [{ says: "Sure! Here you go." }, { says: good }],
  "fenced JSON that is cut": [{ says: '{"name":"Mug"', finish: "length" }],
  "a refusal": [{ says: "", finish: "content_filter" }],
  "a refusal in words": [{ says: "I cannot help with that." }],
  "another language": [{ says: "Entschuldigung, das kann ich leider nicht beantworten." }],
  "an answer that breaks the schema": [{ says: `{"name":5,"extra":1}` }],
  "an answer that breaks the schema once": [{ says: `{"name":5,"extra":1}` }, { says: good }],
  "an empty object": [{ says: "{}" }],
  null: [{ says: "null" }],
  nothing: [{ says: "" }],
  "an array of arrays": [{ says: "[[[]]]" }],
  "names of the prototype": [{ says: `{"__proto__":{"name":"x"},"constructor":"y"}` }],
  "an answer as long as a book": [{ says: JSON.stringify({ name: "x".repeat(700_000) }) }],
  "an answer nested without end": [{ says: `{"name":${"[".repeat(500)}${"]".repeat(500)}}` }],
  "megabytes of nonsense": [{ says: "lorem ipsum ".repeat(400_000) }],
  "another API": [{ raw: `{"hello":"world"}` }],
  "no API": [{ raw: "<html>gateway</html>" }],
  "no choices": [completion(undefined, { choices: [] })],
  "a choice without content": [completion({ index: 0, message: { role: "assistant", content: null } })],
  "content of another shape": [completion({ index: 0, message: { role: "assistant", content: [{ text: good }] } })],
  "a tool that nobody offered": [
    completion({
      index: 0,
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "1", type: "function", function: { name: "delete_everything", arguments: "{}" } }]
      }
    })
  ],
  "a count below nothing": [{ says: good, claims: { input: -5, output: -1 } }],
  "a count beyond belief": [{ says: good, claims: { input: 1e15, output: 1e15 } }],
  "a count in words": [{ says: good, claims: { input: "many", output: "more" } }],
  "a wrong key": [{ status: 401 }],
  "no permission": [{ status: 403 }],
  "an empty purse": [{ status: 402 }],
  "an unknown model": [{ status: 404 }],
  "a bad request": [{ status: 400 }],
  "a request that is too large": [{ status: 413 }],
  "an error page": [{ status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" }],
  "an error without a body": [{ status: 500, body: "" }],
  "a redirect": [{ status: 302, headers: { location: "http://127.0.0.1:9/" } }]
}
