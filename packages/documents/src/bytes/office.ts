/** What the parts of an Open XML package have in common (ECMA-376 part 2): relations, paths, properties. */
import { decodeXmlPart, child, children, elements, parseXml, textOf, type Element } from "./xml.ts"
import { openZip, type Zip } from "./zip.ts"

export interface Relation {
  readonly type: string
  /** Path in the package, or the address of an external target. */
  readonly target: string
  readonly external: boolean
}

export interface Package {
  readonly zip: Zip
  readonly xml: (path: string) => Element | undefined
  readonly text: (path: string) => string | undefined
  readonly relations: (path: string) => ReadonlyMap<string, Relation>
  /** Path of the part the package is about. */
  readonly main: string | undefined
}

export const openPackage = (bytes: Uint8Array, maxUnpackedBytes: number): Package => {
  const zip = openZip(bytes, maxUnpackedBytes)
  const text = (path: string): string | undefined => {
    const part = zip.read(path)
    return part === undefined ? undefined : decodeXmlPart(part)
  }
  const xml = (path: string): Element | undefined => {
    const part = text(path)
    return part === undefined ? undefined : parseXml(part)
  }
  const known = new Map<string, ReadonlyMap<string, Relation>>()
  const relations = (path: string): ReadonlyMap<string, Relation> => {
    const before = known.get(path)
    if (before !== undefined) return before
    const slash = path.lastIndexOf("/") + 1
    const root = xml(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`)
    const made = new Map(
      children(child(root, "Relationships"), "Relationship").flatMap(({ attributes }) => {
        const { Id, Target = "", TargetMode, Type = "" } = attributes
        const external = TargetMode === "External"
        const target = external ? Target : resolvePath(path, Target)
        return Id === undefined
          ? []
          : [[Id, { type: Type.slice(Type.lastIndexOf("/") + 1), target, external }] as const]
      })
    )
    known.set(path, made)
    return made
  }
  const main = [...relations("").values()].find(({ type }) => type === "officeDocument")?.target
  return { zip, xml, text, relations, main }
}

/** A path relative to the folder of `base`; `/` starts at the root, `..` never leaves it. */
export const resolvePath = (base: string, relative: string): string => {
  const parts = relative.startsWith("/") ? [] : base.split("/").slice(0, -1)
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop()
    else if (part !== "" && part !== ".") parts.push(part)
  }
  return parts.join("/")
}

/** Fields of `docProps/core.xml` and its like in the field names of documents. */
export const coreProperties = (office: Package): Readonly<Record<string, string>> => {
  const root = child(office.xml("docProps/core.xml"), "coreProperties")
  return properties(
    elements(root).map((element) => [element.name, textOf(element)]),
    { creator: "author", subject: "description", created: "publishedTime", modified: "modifiedTime" }
  )
}

/** Office names to document names; a field that has none is left out. */
export const properties = (
  entries: ReadonlyArray<readonly [name: string, value: string]>,
  names: Readonly<Record<string, string>>
): Readonly<Record<string, string>> => {
  const known: Readonly<Record<string, string>> = {
    title: "title",
    description: "description",
    keywords: "keywords",
    language: "language",
    ...names
  }
  const out: Record<string, string> = {}
  for (const [name, value] of entries) {
    const key = Object.hasOwn(known, name) ? known[name]! : undefined
    const text = value.trim()
    if (key !== undefined && text !== "" && (out[key] === undefined || name === key)) out[key] = text
  }
  return out
}

/** Address of a link that may be followed; script addresses and the like are none. */
export const safeLink = (target: string | undefined): string | undefined =>
  target !== undefined && /^(?:https?:|mailto:|ftp:|tel:|#|[^:]*$|[^:]*[/?#])/i.test(target.trim())
    ? target.trim()
    : undefined
