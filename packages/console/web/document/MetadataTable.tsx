/** Metadata as a table; what is a tree of its own stays one. */
import { JsonTree } from "../kit/JsonTree.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { plainText } from "../kit/text.ts"
import type { PageDocument } from "./types.ts"

/** What people look for stands first; the rest as the server gives it. */
const first = ["title", "description", "url", "sourceURL", "statusCode", "contentType", "language"]

const ordered = (metadata: PageDocument["metadata"]): ReadonlyArray<readonly [name: string, value: unknown]> => {
  const entries = Object.entries(metadata).filter(([, value]) => value !== undefined && value !== null)
  const place = (name: string): number => {
    const at = first.indexOf(name)
    return at < 0 ? first.length : at
  }
  return entries.toSorted(([left], [right]) => place(left) - place(right))
}

const Value = ({ value }: { readonly value: unknown }) => {
  if (typeof value === "object") return <JsonTree value={value} />
  const text = plainText(value)
  return /^https?:\/\/\S+$/i.test(text) ? <SafeLink url={text} /> : <span dir="auto">{text.slice(0, 5000)}</span>
}

export const MetadataTable = ({ metadata }: { readonly metadata: PageDocument["metadata"] }) => (
  <table class="metadata">
    <tbody>
      {ordered(metadata).map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>
            <Value value={value} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
