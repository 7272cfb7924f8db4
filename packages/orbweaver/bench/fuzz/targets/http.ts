import { toWebHandler } from "@orbweaver/http/Server"
import { Schema, SchemaAST } from "effect"
import { endpoints } from "../endpoints.ts"
import type { Random } from "../Random.ts"
import { holds, type Target, textOf } from "../Target.ts"
import { services } from "./services.ts"

const strings = [
  "http://site.test/a",
  "https://site.test/*",
  "http://10.0.0.1/",
  "ftp://x",
  "http://[",
  "",
  "markdown",
  "x",
  "(a+)+$",
  "#a[",
  "\u0000\ud800",
  "\r\nx: y",
  "__proto__",
  "2026-01-01",
  "de-DE",
  "{{a}}"
]
const words = [
  ...strings,
  "null",
  "[",
  "]",
  "{",
  "}",
  '":',
  "1e999",
  "-1",
  "true",
  '"url":"http://site.test/a"',
  "%00",
  "%ff",
  "/",
  "?"
]

/** A value that the schema has, but for some places where anything stands. */
const valueOf = (random: Random, ast: SchemaAST.AST, depth: number): unknown => {
  if (depth === 0 || random.chance(0.04)) return random.of([null, true, -1, 0.5, 1e308, "", "x", [], {}, [[]], [null]])
  switch (ast._tag) {
    case "Literal":
      return typeof ast.literal === "bigint" ? 0 : ast.literal
    case "Enum":
      return random.of(ast.enums)[1]
    case "Number":
      return random.of([0, 1, 2, 5, 1000, 60_000, -1, 0.5, Number.MAX_SAFE_INTEGER])
    case "Boolean":
      return random.chance(0.5)
    case "Null":
      return null
    case "Union":
      return ast.types.length === 0 ? null : valueOf(random, random.of(ast.types), depth)
    case "Suspend":
      return valueOf(random, ast.thunk(), depth)
    case "Arrays":
      return [
        ...ast.elements.map((element) => valueOf(random, element, depth - 1)),
        ...random.list(4, () => (ast.rest[0] === undefined ? null : valueOf(random, ast.rest[0], depth - 1)))
      ]
    case "Objects": {
      const made: Record<string, unknown> = Object.create(null)
      for (const { name, type } of ast.propertySignatures)
        if (!SchemaAST.isOptional(type) || random.chance(0.15)) made[String(name)] = valueOf(random, type, depth - 1)
      if (random.chance(0.05)) made[random.of(["__proto__", "constructor", "unknown"])] = {}
      return made
    }
    default:
      return random.of(strings)
  }
}

const Sent = Schema.fromJsonString(
  Schema.Struct({ method: Schema.String, path: Schema.String, type: Schema.String, body: Schema.String })
)

/** What the input says; bytes that say nothing are the body of a scrape. */
const requestOf = (input: Uint8Array): Request => {
  const text = textOf(input)
  const sent = Schema.decodeUnknownOption(Sent)(text)
  const { body, method, path, type } =
    sent._tag === "Some" ? sent.value : { body: text, method: "POST", path: "/v2/scrape", type: "application/json" }
  const headers = new Headers()
  try {
    headers.set("content-type", type)
  } catch {
    headers.set("content-type", "application/json")
  }
  const verb = /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method) ? method : "POST"
  return new Request(URL.parse(`http://localhost/${path.replace(/^\/+/, "")}`) ?? "http://localhost/", {
    method: verb,
    headers,
    ...(verb === "GET" ? {} : { body })
  })
}

export const http: Target = {
  name: "http",
  extension: "json",
  words,
  generate: (random) => {
    const {
      bodies: [body],
      method,
      path
    } = random.of(endpoints)
    const value = body === undefined ? "" : (JSON.stringify(valueOf(random, body, 6)) ?? "")
    const query = random.chance(0.1) ? `?${random.of(["limit=x", "skip=-1", "cursor=%ff", "next=1", "%"])}` : ""
    return Buffer.from(
      JSON.stringify({
        method,
        path:
          path.replaceAll(/:\w+/g, () => random.of(["x", "%00", "..%2f..", "6e1c8f57-9a3c-4a57-8a4b-0b6c7a3cfd2e"])) +
          query,
        type: random.chance(0.95)
          ? "application/json"
          : random.of(["text/plain", "multipart/form-data; boundary=x", ""]),
        // Some bodies are cut.
        body: random.chance(0.95) ? value : value.slice(0, random.below(value.length + 1))
      })
    )
  },
  open: () => {
    const api = toWebHandler(services())
    return {
      close: api.dispose,
      check: async (input) => {
        const response = await api.handler(requestOf(input))
        const isStream = /event-stream/.test(response.headers.get("content-type") ?? "")
        const body = isStream ? (await response.body?.cancel(), "") : await response.text()
        const told = `${response.status}: ${body.slice(0, 300)}`
        // Scrapes that fail have their own codes.
        holds(response.status !== 500 || /"code":"SCRAPE_/.test(body), told)
        holds(response.status < 400 || JSON.parse(body).success === false, `no error of the API: ${told}`)
        holds(!/\n? {4}at |node_modules|\.ts:\d+/.test(body), `the answer shows code: ${told}`)
        holds(!("polluted" in {}), "the prototype of objects was changed")
      }
    }
  }
}
