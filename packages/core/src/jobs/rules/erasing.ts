/** What is left of a page that was erased, and of the request of a batch that asked for it. */
import type * as Schema from "effect/Schema"
import type { Document } from "../../model/Document.ts"

/** Stands where the address of an erased page was: one that everybody can parse, and nobody can fetch. */
export const erasedAddress = "about:blank"

/** The document of an erased page. */
export const erasedDocument = (statusCode: number): Document => ({
  warning: "The content of this page was erased",
  metadata: { sourceURL: erasedAddress, url: erasedAddress, statusCode }
})

/** A request without the erased addresses in its lists. Nothing where there is none in them. */
export const requestWithout = (
  request: Schema.Json,
  isErased: (address: string) => boolean
): Schema.Json | undefined => {
  if (typeof request !== "object" || request === null || Array.isArray(request)) return undefined
  let changed = false
  const entries = Object.entries(request).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value] as const
    const left = value.filter((item) => typeof item !== "string" || !isErased(item))
    if (left.length < value.length) changed = true
    return [name, left] as const
  })
  return changed ? Object.fromEntries(entries) : undefined
}
