/** What a caller may have meant by a name that is not known. */
import type * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import { closestMatch } from "leven"

/** A hostile body may have any number of unknown keys, of any length. */
const maxHints = 20
const maxNameLength = 40

/**
 * By the path of an unknown key as JSON: `did you mean onlyMainContent?`, `it belongs in scrapeOptions`, or the keys that
 * there are. Of several keys of one object that resemble nothing the first names those.
 */
export const hintsFor = (issue: SchemaIssue.Issue): ReadonlyMap<string, string> => {
  const hints = new Map<string, string>()
  const listed = new Set<string>()
  for (const { ast, path } of unknownKeys(issue, []).slice(0, maxHints)) {
    const parent = JSON.stringify(path.slice(0, -1))
    const near = hintFor(String(path.at(-1)), ast)
    const hint = near ?? (listed.has(parent) ? undefined : knownKeys(ast))
    if (near === undefined) listed.add(parent)
    if (hint !== undefined) hints.set(JSON.stringify(path), hint)
  }
  return hints
}

/** The name that was probably meant. */
export const nearestName = (given: string, names: ReadonlyArray<string>): string | undefined => {
  if (given.length > maxNameLength) return undefined
  const maxDistance = Math.min(3, Math.floor(given.length / 3))
  return closestMatch(given, names, { maxDistance }) ?? names.find((name) => given.length > 3 && contains(name, given))
}

const contains = (name: string, given: string): boolean => {
  const [short, long] = name.length < given.length ? [name, given] : [given, name]
  return long.toLowerCase().includes(short.toLowerCase())
}

interface UnknownKey {
  readonly path: ReadonlyArray<PropertyKey>
  /** The object that does not know it. */
  readonly ast: SchemaAST.AST
}

const unknownKeys = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): ReadonlyArray<UnknownKey> => {
  switch (issue._tag) {
    case "Pointer":
      return unknownKeys(issue.issue, [...path, ...issue.path])
    case "Encoding":
    case "Filter":
      return unknownKeys(issue.issue, path)
    case "Composite":
    case "AnyOf":
      return issue.issues.flatMap((inner) => unknownKeys(inner, path))
    case "UnexpectedKey":
      return [{ path, ast: issue.ast }]
    default:
      return []
  }
}

const hintFor = (key: string, ast: SchemaAST.AST): string | undefined => {
  const properties = propertiesOf(ast)
  const holder = properties.find(({ type }) => propertiesOf(type).some(({ name }) => name === key))
  if (holder !== undefined) return `it belongs in ${String(holder.name)}`
  const near = nearestName(
    key,
    properties.map(({ name }) => String(name))
  )
  return near === undefined ? undefined : `did you mean ${near}?`
}

/** `expected one of …`; of a union the keys of all its objects, each once. */
const knownKeys = (ast: SchemaAST.AST): string | undefined => {
  const names = [...new Set(propertiesOf(ast).map(({ name }) => String(name)))]
  return names.length === 0 ? undefined : `expected one of ${names.join(", ")}`
}

const propertiesOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.PropertySignature> => {
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures
    case "Union":
      return ast.types.flatMap(propertiesOf)
    default:
      return []
  }
}
