/**
 * Identifies the entity that a value describes, by identifiers, addresses and names.
 */
import { meaningOf } from "@orbweaver/core/internal/evidence/concepts"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"

export interface Identity {
  /** Numbers and addresses that belong to one thing alone: `sku r-1`. */
  readonly keys: ReadonlyArray<string>
  /** As it is compared; undefined when it has none. */
  readonly name: string | undefined
  /** Property that holds the name. */
  readonly nameAt: string | undefined
}

const numbered = new Set(["sku", "gtin", "mpn", "isbn", "vat"])
const identifier = /(?:^|[^a-z])(?:id|uuid|guid|identifier|doi|slug)$/i
const camelId = /[a-z](?:Id|ID|Uuid|Slug)$/

/** Reads identities; remembers what names of properties mean, since items of lists share them. */
export const makeIdentify = (): ((value: unknown) => Identity) => {
  const meanings = new Map<string, string>()
  return (value) =>
    identityOf(value, (name) => {
      let meaning = meanings.get(name)
      if (meaning === undefined) meanings.set(name, (meaning = meaningOf(name)))
      return meaning
    })
}

const identityOf = (value: unknown, meaningOfName: (name: string) => string): Identity => {
  const keys: Array<string> = []
  let name: string | undefined
  let nameAt: string | undefined
  if (isObject(value)) {
    for (const [property, part] of Object.entries(value)) {
      if (typeof part !== "string" && typeof part !== "number") continue
      const text = plain(part)
      if (text === "") continue
      const meaning = meaningOfName(property)
      if (meaning === "url") keys.push(`url ${address(String(part))}`)
      else if (numbered.has(meaning)) keys.push(`${meaning} ${text}`)
      else if (identifier.test(property) || camelId.test(property)) keys.push(`${property.toLowerCase()} ${text}`)
      else if ((meaning === "name" || meaning === "question") && name === undefined) {
        name = text
        nameAt = property
      }
    }
  }
  return { keys, name, nameAt }
}

/** Whether both have a number of one kind, and it differs. An address may differ: a thing has several pages. */
export const differ = (left: Identity, right: Identity): boolean =>
  left.keys.some((key) => {
    const kind = key.slice(0, key.indexOf(" ") + 1)
    return kind !== "url " && right.keys.some((other) => other.startsWith(kind) && other !== key)
  })

/** Text as it is compared: without case, marks and doubled spaces. */
export const plain = (value: unknown): string =>
  String(value).normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()

/** An address without what does not change where it leads. */
const address = (text: string): string => {
  const url = URL.parse(text)
  if (url === null) return plain(text)
  return `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/$/, "")}${url.search}`
}
