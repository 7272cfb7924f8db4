/** The evidence of an address that answers JSON: the data itself, and the product in it when it has the form of a shop's. */
import type { Evidence } from "@orbweaver/core/internal/evidence/Evidence"
import type { Page } from "@orbweaver/core/reading/Page"
import { type Json, readLenientJson } from "../structured/lenientJson.ts"
import { shopProductOf } from "../structured/shops/shopProducts.ts"

/** Characters of an answer that are read; JSON that is cut is no JSON. */
const maxCharacters = 2_000_000

const jsonType = /^(?:application|text)\/(?:[\w.-]+\+|x-)?json$/
const linesType = /^application\/(?:x-)?(?:ndjson|jsonl|json-seq)$/
/** Types under which servers send JSON too. */
const plainType = /^(?:text\/(?:plain|html|javascript)|application\/(?:x-)?javascript)$/

/** Undefined for an answer that is no JSON. */
export const jsonAnswerFacts = ({ content, mediaType, response }: Page): Evidence | undefined => {
  const isJson = jsonType.test(mediaType)
  const isLines = linesType.test(mediaType)
  if (!isJson && !isLines && !plainType.test(mediaType)) return undefined
  // A web page that another thread has read is none, and its text would be decoded once more here.
  if (content.read !== undefined) return undefined
  const { source } = content
  if (!isJson && !isLines && (source.length > maxCharacters || !looksLikeJson(source))) return undefined
  const base = response.url
  const none = { base: base.href, entities: [], facts: [], groups: [] }
  if (source.length > maxCharacters)
    return {
      ...none,
      warnings: [`The answer of ${source.length} characters is longer than the ${maxCharacters} that are read as JSON.`]
    }
  const values = readLenientJson(unwrapped(source))
  if (values.length === 0)
    return isJson || isLines ? { ...none, warnings: ["The answer could not be read as JSON."] } : undefined
  const data: Json = values.length > 1 || isLines ? values : values[0]!
  const product = shopProductOf(data, base)
  return { ...none, data, entities: product === undefined ? [] : [product] }
}

/** A call around the value (JSONP), or a line that keeps it from being run as a script. */
const unwrapped = (source: string): string => {
  const text = source.replace(/^\ufeff?\s*(?:\)\]\}'?,?|while ?\(1\);|for ?\(;;\);)\s*/, "")
  const call = /^\s*(?:\/\*\*\/\s*)?[\w$.]{1,100}\s*\((?=\s*[[{])/.exec(text)
  return call === null ? text : text.slice(call[0].length).replace(/\)\s*;?\s*$/, "")
}

/** Whether text of another type is JSON from end to end. */
const looksLikeJson = (source: string): boolean => {
  const text = unwrapped(source).trim()
  if (!/^(?:\{\s*["}]|\[\s*["[{\d\]tfn-])/.test(text) || !/[\]}]$/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
