/** The operations of both versions of the HTTP API, from its OpenAPI document. */
import { document } from "../../packages/http/src/openapi/openapi.ts"
import { code, type JsonSchema, page, rangeOf, table, typeOf } from "./text.ts"
import { type TypeSheet, typeSheet } from "./typeSheet.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly description?: string
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Operation {
  readonly summary?: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const pathsOf = ({ paths }: { readonly paths: object }) => paths as Paths

/** What `data` of an answer is, by the last word of its path; otherwise what that word says. */
const subjects: Readonly<Record<string, string>> = {
  crawl: "document",
  parse: "parsedDocument",
  run: "monitorCheck",
  checks: "monitorCheck",
  scrape: "document",
  search: "searchResults"
}

/** The last word of a path that is no parameter. */
const ownerOf = (path: string): string => path.split("/").findLast((part) => part !== "" && !part.startsWith("{")) ?? ""

const fieldsOf = (
  schema: JsonSchema | undefined,
  head: ReadonlyArray<string>,
  owner: string,
  types: TypeSheet
): ReadonlyArray<string> => {
  const members = Object.entries(schema?.properties ?? {})
  if (members.length === 0) return []
  const rows = members.map(([name, member]) => [
    code(name),
    types.cell(name === "data" ? (subjects[owner] ?? owner) : name, member, owner),
    schema?.required?.includes(name) === true ? "yes" : "",
    [member.description ?? "", rangeOf(member)].filter((text) => text !== "").join("; ")
  ])
  return [table(head, rows)]
}

const firstOf = (content: Content | undefined): { readonly type: string; readonly schema: JsonSchema } | undefined => {
  const [type, value] = Object.entries(content ?? {})[0] ?? []
  return type === undefined || value === undefined ? undefined : { type, schema: value.schema }
}

const section = (
  path: string,
  method: string,
  { parameters = [], requestBody, responses, summary = "" }: Operation,
  types: TypeSheet
): string => {
  const owner = ownerOf(path)
  const body = firstOf(requestBody?.content)
  const answer = firstOf(responses["200"]?.content)
  const given = parameters.filter((parameter) => parameter.in !== "header")
  return [
    `### ${method.toUpperCase()} ${path.replaceAll(/[{}]/g, (brace) => (brace === "{" ? ":" : ""))}`,
    summary === "" ? "" : `${summary}.`,
    ...(given.length === 0
      ? []
      : [
          table(
            ["Parameter", "In", "Type"],
            given.map((parameter) => [code(parameter.name), parameter.in, code(typeOf(parameter.schema))])
          )
        ]),
    ...(body === undefined
      ? []
      : [`Body: ${code(body.type)}`, ...fieldsOf(body.schema, ["Field", "Type", "Required", "Notes"], owner, types)]),
    ...(answer === undefined
      ? []
      : ["Answer:", ...fieldsOf(answer.schema, ["Field", "Type", "Always there", "Notes"], owner, types)]),
    `Failures: ${Object.keys(responses)
      .filter((status) => status !== "200")
      .map(code)
      .join(" ")}`
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}

/** `spec` has the endpoints; those of both versions when absent. */
export const endpointsPage = (
  version: "v1" | "v2",
  order: number,
  spec: { readonly paths: object } = document()
): string => {
  const types = typeSheet()
  return page({ title: `Endpoints of ${version}`, order, group: "HTTP API" }, [
    `${version === "v1" ? "The older version, kept for its clients. " : ""}Made from the OpenAPI document, which a server answers at ${code(`/${version}/openapi.json`)}. What the fields mean: [${version}](${version}.md). Failures have the [body of errors](errors.md#statuses-over-http).`,
    ...Object.entries(pathsOf(spec))
      .filter(([path]) => path.startsWith(`/${version}/`))
      .flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => section(path, method, operation, types))
      ),
    "## Types",
    ...types.parts()
  ])
}
