/** JSON beside a page, also where a template escaped the whole of it for HTML. */
import { type Json, readLenientJson as readJson } from "@orbweaver/core/internal/support/lenientJson"
import { decodeText } from "../tree/references.ts"

export type { Json }

/** The values that a script holds, in order: nearly always one. None where it is no JSON or nests too deeply. */
export const readLenientJson = (source: string): ReadonlyArray<Json> =>
  readJson(source, (text) => (isEscaped(text) ? decodeText(text, false, false) : text))

/** The whole script went through an escape for HTML: what should be its quotes are references. */
const isEscaped = (source: string): boolean => /^[^"]*[[{]\s*&(?:quot|#0*34|#x0*22);/i.test(source.slice(0, 2000))
