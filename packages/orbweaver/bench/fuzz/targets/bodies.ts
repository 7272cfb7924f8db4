import { toWebHandler } from "@orbweaver/http/Server"
import { Schema, type SchemaAST } from "effect"
import { LargeBody, textOf as bodyOf } from "../../bodies/LargeBody.ts"
import { endpoints } from "../endpoints.ts"
import type { Random } from "../Random.ts"
import { holds, type Target, textOf } from "../Target.ts"
import { services } from "./services.ts"

const maxBytes = 10_000_000
/** Bytes that a refused body is answered, however much it was. */
const maxRefusal = 4096

const json = "application/json"
const types = [json, json, json, json, "application/x-www-form-urlencoded"]
const separators = [",", ",", ",", "", "&", " ", ":", "\n"]
const units = [
  "{}",
  "[]",
  "1",
  "null",
  '"x"',
  '"markdown"',
  '"http://site.test/#"',
  '"k#":1',
  '"k#":{}',
  '{"type":"json"}',
  '{"type":"wait"}',
  "[[[[",
  "{",
  '{"a":',
  '"',
  String.raw`\u00e4`,
  String.raw`\"`,
  "ä",
  " ",
  "a#=1",
  "%2e",
  "-",
  "1e9"
]

/** Where a list, an object or a text may stand in a body: `#` is what is repeated. */
const places = ["#", '"#"', "[#]", "{#}", "[[#]]", '[{"type":"json","schema":[#]}]', '{"a":[#]}', '{"languages":[#]}']

const fieldsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Union"
    ? ast.types.flatMap(fieldsOf)
    : ast._tag === "Objects"
      ? ast.propertySignatures.map(({ name }) => String(name))
      : []

const posts = endpoints
  .filter(({ method }) => method === "POST")
  .map(({ bodies, path }) => ({ path, fields: bodies.flatMap(fieldsOf) }))

const generate = (random: Random): typeof LargeBody.Type => {
  const { fields, path } = random.of(posts)
  const field = random.of([...fields, "unknown", "__proto__"])
  const [before = "", after = ""] = random.of(places).split("#")
  const rest = random.chance(0.5) ? '"url":"http://site.test/a",' : ""
  const isWhole = random.chance(0.1)
  return {
    path: path.replaceAll(/:\w+/g, "6e1c8f57-9a3c-4a57-8a4b-0b6c7a3cfd2e"),
    type: random.of(types),
    before: isWhole ? before : `{${rest}${JSON.stringify(field)}:${before}`,
    unit: random.of(units),
    separator: random.of(separators),
    after: isWhole ? after : `${after}}`,
    bytes: Math.round(maxBytes ** (0.5 + random.next() / 2))
  }
}

const Sent = Schema.fromJsonString(LargeBody)

/** Large bodies of every kind for every operation: each is answered as what it is, in a few bytes. */
export const bodies: Target = {
  name: "bodies",
  extension: "json",
  words: [...units, ...separators, ...places.map((place) => place.replace("#", "")), "10000000"],
  generate: (random) => Buffer.from(JSON.stringify(generate(random))),
  open: () => {
    const api = toWebHandler(services())
    return {
      close: api.dispose,
      check: async (input) => {
        const sent = Schema.decodeUnknownOption(Sent)(textOf(input))
        if (sent._tag === "None" || !URL.canParse(`http://localhost/${sent.value.path}`)) return
        const { path, type } = sent.value
        const body = bodyOf({ ...sent.value, bytes: Math.min(maxBytes, sent.value.bytes) })
        const response = await api.handler(
          new Request(`http://localhost/${path.replace(/^\/+/, "")}`, {
            method: "POST",
            headers: { "content-type": /^[\w/;=+. -]*$/.test(type) ? type : json },
            body
          })
        )
        const answer = await response.text()
        const told = `${response.status}: ${answer.slice(0, 300)}`
        holds(response.status < 500 || response.status === 501 || /"code":"SCRAPE_/.test(answer), told)
        holds(response.status < 400 || answer.length <= maxRefusal, `an answer of ${answer.length} bytes: ${told}`)
        holds(!("polluted" in {}), "the prototype of objects was changed")
      }
    }
  }
}
