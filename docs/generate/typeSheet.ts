/** The types of a page of the reference: short ones are written in place, long ones get a name and a part of their own. */
import { code, type JsonSchema, rangeOf, table, typeOf } from "./text.ts"

export interface TypeSheet {
  /** The type of a property as Markdown: code, or a link to the part of a named type. `owner` tells equal names apart. */
  readonly cell: (property: string, schema: JsonSchema, owner: string) => string
  /** The parts of all types that cells link to, by name. */
  readonly parts: () => ReadonlyArray<string>
}

const maxWritten = 60

/** Whether the type is written in place: it fits a cell and hides no members. */
const isShort = (schema: JsonSchema): boolean => {
  const written = typeOf(schema)
  return (
    written.length <= maxWritten && !(/\bobject\b/.test(written) && JSON.stringify(schema).includes('"properties"'))
  )
}

const choicesOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> | undefined => schema.anyOf ?? schema.oneOf

/** `scrapeOptions` as `ScrapeOptions`, `credit-usage` as `CreditUsage`. */
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The name of one item of a list. */
const singular = (name: string): string => {
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`
  return /(?:ss|options|data|news|status)$/i.test(name) ? name : name.replace(/s$/, "")
}

/** What makes two types the same: everything but the text about the property. */
const shapeOf = (schema: JsonSchema): string => JSON.stringify({ ...schema, description: undefined })

/** `elsewhere` has the addresses of types that a page describes by itself, by their names. */
export const typeSheet = (elsewhere: Readonly<Record<string, string>> = {}): TypeSheet => {
  const names = new Map<string, string>()
  const schemas = new Map<string, JsonSchema>()

  const named = (property: string, schema: JsonSchema, owner: string): string => {
    const shape = shapeOf(schema)
    const plain = pascal(property)
    const link = elsewhere[plain]
    if (link !== undefined) return `[${plain}](${link})`
    const known = names.get(shape)
    const name = known ?? [plain, `${pascal(owner)}${plain}`].find((one) => !schemas.has(one))
    if (name === undefined) throw new Error(`Two types of ${owner} would be called ${plain}: give one of them a name`)
    names.set(shape, name)
    schemas.set(name, schema)
    return `[${name}](#${name.toLowerCase()})`
  }

  const cell = (property: string, schema: JsonSchema, owner: string): string => {
    if (isShort(schema)) return code(typeOf(schema))
    const choices = choicesOf(schema)
    if (choices !== undefined) {
      const long = choices.filter((choice) => !isShort(choice))
      return long.length === 1 && !choices.some(isText)
        ? choices.map((choice) => cell(property, choice, owner)).join(" | ")
        : named(property, schema, owner)
    }
    if (schema.items !== undefined && schema.items !== false) {
      const item = cell(singular(property), schema.items, owner)
      return item.includes(" | ") ? `(${item})[]` : `${item}[]`
    }
    if (schema.allOf?.[0] !== undefined) return cell(property, schema.allOf[0], owner)
    return named(property, schema, owner)
  }

  const part = (name: string, schema: JsonSchema): string => {
    const choices = choicesOf(schema) ?? [schema]
    const objects = choices.filter(({ properties }) => properties !== undefined)
    const words = choices
      .filter(({ properties }) => properties === undefined)
      .flatMap((choice) => (isText(choice) ? textsOf(choice) : [cell(name, choice, name)]))
    const kind = objects.length > 1 ? kindOf(objects) : undefined
    const rows = objects.flatMap((object, place) => {
      const { description = "", properties = {}, required = [] } = object
      const words = kind === undefined ? [] : textsOf(properties[kind]!)
      // What has no word of its own stands for all others.
      const title = kind === undefined ? `Form ${place + 1}` : words[0] === undefined ? "any other" : words[0]
      const fields = Object.entries(properties)
        .filter(([field]) => field !== kind)
        .map(([field, member]) => [
          code(field),
          cell(field, member, name),
          required.includes(field)
            ? "required"
            : member.default === undefined
              ? ""
              : code(JSON.stringify(member.default)),
          [member.description ?? "", rangeOf(member)].filter((text) => text !== "").join("; ")
        ])
      // The description of the only form is written above the table.
      const isWritten = kind === undefined && objects.length === 1 && description === schema.description
      const all =
        (description === "" || isWritten) && fields.length > 0 ? fields : [["", "", "", description], ...fields]
      return all.map((row, index) => [index === 0 ? title : "", ...row])
    })
    const head = [kind === undefined ? "" : code(kind), "Field", "Type", "Default", "Notes"]
    const from = objects.length > 1 ? 0 : 1
    return [
      `### ${name}`,
      ...(schema.description === undefined ? [] : [`${schema.description}.`]),
      ...(words.length === 0 ? [] : [`One of: ${words.join(", ")}${objects.length > 0 ? "; or an object:" : "."}`]),
      ...(rows.length === 0
        ? []
        : [
            table(
              head.slice(from),
              rows.map((row) => row.slice(from))
            )
          ])
    ].join("\n\n")
  }

  return {
    cell,
    parts: () => {
      const written = new Map<string, string>()
      // A part may name further types.
      while (written.size < schemas.size) {
        for (const [name, schema] of schemas) if (!written.has(name)) written.set(name, part(name, schema))
      }
      return [...written].toSorted(([one], [other]) => one.localeCompare(other, "en")).map(([, text]) => text)
    }
  }
}

/** The words that a schema allows, as code. */
const textsOf = (schema: JsonSchema): ReadonlyArray<string> =>
  (schema.const === undefined ? (schema.enum ?? []) : [schema.const]).map((value) => code(JSON.stringify(value)))

const isText = (schema: JsonSchema): boolean => textsOf(schema).length > 0

/** The property by which objects of a union are told apart: each has one word for it, but for one that takes all others. */
const kindOf = (objects: ReadonlyArray<JsonSchema>): string | undefined =>
  Object.keys(objects[0]?.properties ?? {}).find((name) => {
    const members = objects.flatMap(({ properties }) => properties?.[name] ?? [])
    return members.length === objects.length && members.filter((one) => textsOf(one).length !== 1).length <= 1
  })
