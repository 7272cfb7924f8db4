/** What today's clients may send and this server has nothing for: fields, items and addresses, and what becomes of each. */
import { document } from "../../packages/http/src/openapi/openapi.ts"
import { hostedProducts } from "../../packages/http/src/server/hostedOnly.ts"
import {
  bodyParts,
  type Unsupported,
  unsupportedAgentFields,
  unsupportedBrowserFields,
  unsupportedFields,
  unsupportedItems
} from "../../packages/http/src/wire/unsupportedFields.ts"
import { code, type JsonSchema, page, table } from "./text.ts"

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
}

/** Whether a body has the property, itself or in one of its parts. */
const hasProperty = ({ anyOf = [], contentSchema, items, properties = {} }: JsonSchema, name: string): boolean =>
  name in properties ||
  [
    ...anyOf,
    contentSchema,
    ...(items === undefined || items === false ? [] : [items]),
    ...bodyParts.map((part) => properties[part])
  ].some((part) => part !== undefined && hasProperty(part, name))

/** Endpoints whose fields have tables of their own. */
const ownTables: ReadonlySet<string> = new Set(["agent", "browser"])

/** The other endpoints whose body has the field, by their path without the version. */
const endpointsWith = (name: string): string => {
  const paths = Object.entries(document().paths as {} as Readonly<Record<string, Readonly<Record<string, Operation>>>>)
  const found = paths.flatMap(([path, methods]) => {
    const [, endpoint] = /^\/v\d\/(.*)$/.exec(path) ?? []
    const bodies = Object.values(methods).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    return endpoint !== undefined && !ownTables.has(endpoint) && bodies.some(({ schema }) => hasProperty(schema, name))
      ? [endpoint.replace("{id}", ":id")]
      : []
  })
  return [...new Set(found)].map(code).join(" ")
}

const outcomeOf = ({ only, outcome }: Unsupported): string =>
  outcome === "refused"
    ? `400${only === undefined ? "" : ` for ${code(only)}`}`
    : outcome === "warned"
      ? "accepted, `warning` says so"
      : "accepted, changes nothing"

const fieldRows = (fields: Readonly<Record<string, Unsupported>>, where: (name: string) => string) =>
  Object.entries(fields).map(([name, entry]) => [code(name), where(name), outcomeOf(entry), entry.text])

export const unsupportedPage = (): string =>
  page(
    {
      title: "What is not supported",
      order: 8,
      group: "Tables",
      alsoKnownAs: "missing features, limitations, not supported, not implemented"
    },
    [
      "The official clients send fields that belong to the hosted service. What promises privacy or safety is refused on every endpoint, with the reason in `error`: nobody who relies on it gets an answer without it. Every other field is accepted; what is lost is said here and, where somebody could miss it, in the `warning` of the answer, of the status of the job or the monitor, and of each document. A value that asks for nothing (`false`, `null`, an empty list, `off`) is not mentioned.",
      "## Fields",
      table(
        ["Field", "Bodies", "What happens", "Text"],
        [
          // Its text names the bodies that take it.
          ...fieldRows(unsupportedFields, (name) => (name === "profile" ? "all others" : endpointsWith(name))),
          ...fieldRows(unsupportedAgentFields, () => code("agent")),
          ...fieldRows(unsupportedBrowserFields, () => code("browser")),
          ...unsupportedItems.map((entry) => [
            code(`${entry.list}[].${entry.member ?? entry.type}`),
            endpointsWith(entry.list),
            outcomeOf(entry),
            entry.text
          ])
        ]
      ),
      "## Addresses",
      "They answer 501 with `code: NOT_IMPLEMENTED` to callers with a valid key.",
      table(
        ["Address", "What", "Why"],
        hostedProducts.map(({ paths, what, why }) => [paths.map(code).join(" "), what, why])
      )
    ]
  )
