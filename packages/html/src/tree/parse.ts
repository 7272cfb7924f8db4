/**
 * HTML to `Tree` in one pass over the source: the tokenizer (HTML, 13.2.5), which hands tags and runs of text to the
 * `TreeBuilder`. Nothing is copied out of the source; a tag is a few numbers.
 *
 * Linear in the source: the scans for a quote, `-->`, `</script` or `>` either find their end and go on from there, or
 * take the rest of the document.
 */
import { codesOf } from "./codes.ts"
import { maxAttributes, maxDepth, maxLength, maxNodes } from "./limits.ts"
import { afterLineFeed, withLineFeeds } from "./references.ts"
import { type Memory, newMemory } from "./Memory.ts"
import { markupEnd, rawTextEnd } from "./scan.ts"
import { hashStep, isNamed, isSpace, lookUpTag, maskBit } from "./token.ts"
import type { Tree } from "./Tree.ts"
import { TreeBuilder } from "./TreeBuilder.ts"

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/**
 * With `memory` that is reused, the tree lasts until that is released. `of` is the length of the whole source, where only
 * its start is given.
 */
export const parse = (source: string, memory: Memory = newMemory, of = source.length): Tree =>
  build(source, memory, of).finish()

const build = (source: string, memory: Memory, of = source.length): TreeBuilder => {
  const html = withLineFeeds(source.length > maxLength ? source.slice(0, maxLength) : source)
  const codes = codesOf(html, memory)
  const builder = new TreeBuilder(html, codes, memory)
  const { attributes } = builder
  const length = html.length
  if (of > maxLength) builder.cut = { limit: "characters", max: maxLength, at: maxLength, of }
  let textStart = codes[0] === 0xfeff ? 1 : 0
  let at = textStart

  while (at < length) {
    if (builder.nodes.size > maxNodes || attributes.isFull) {
      const isFull = attributes.isFull
      builder.cut = {
        limit: isFull ? "attributes" : "nodes",
        max: isFull ? maxAttributes : maxNodes,
        at,
        of
      }
      textStart = length
      break
    }
    let solid = at
    while (isSpace(codes[solid]!)) solid++
    const less = codes[solid] === 60 ? solid : html.indexOf("<", solid)
    if (less < 0) break
    // Half of all text is nothing but white space between two tags.
    const isWhite = solid === less && textStart === at
    let p = less + 1
    let code = codes[p]!
    const closing = code === 47
    if (closing) code = codes[++p]!
    if (!isLetter(code)) {
      at = markupEnd(html, less)
      if (at < 0) {
        // Just a character.
        at = p
        continue
      }
      if (textStart < less) builder.text(textStart, less, isWhite)
      textStart = at
      if (code !== 33) continue
      if (codes[p + 1] === 91) {
        if (builder.inForeignContent() && html.startsWith("[CDATA[", p + 1)) {
          const end = html.indexOf("]]>", p + 8)
          builder.verbatim(p + 8, end < 0 ? length : end)
          at = textStart = end < 0 ? length : end + 3
        }
      } else if (codes[p + 1] !== 45) builder.doctype(p + 1, at - 1)
      continue
    }
    if (textStart < less) builder.text(textStart, less, isWhite)

    const nameStart = p
    let hash = 0
    do {
      hash = hashStep(hash, code)
      code = codes[++p]!
    } while (code > 62 || (p < length && code !== 62 && code !== 47 && !isSpace(code)))
    const id = lookUpTag(codes, nameStart, p, hash)
    const nameEnd = p

    const firstAttribute = attributes.length
    let mask = 0
    let selfClosing = false
    while (code !== 62) {
      while (code === 32 || code === 10 || code === 47 || code === 9 || code === 12) {
        selfClosing = code === 47
        code = codes[++p]!
      }
      if (code === 62 || p >= length) break
      selfClosing = false
      const attribute = p
      const letter = code
      // A name may start with an equals sign (HTML, 13.2.5.32).
      code = codes[++p]!
      while (code > 62 || (p < length && code !== 61 && code !== 62 && code !== 47 && !isSpace(code)))
        code = codes[++p]!
      const attributeEnd = p
      mask |= maskBit(letter, attributeEnd - attribute)
      while (code === 32 || code === 10 || code === 9 || code === 12) code = codes[++p]!
      if (code !== 61) {
        attributes.add(attribute, attributeEnd, attributeEnd, attributeEnd)
        continue
      }
      do code = codes[++p]!
      while (code === 32 || code === 10 || code === 9 || code === 12)
      if (code === 34 || code === 39) {
        const quote = html.indexOf(code === 34 ? '"' : "'", p + 1)
        const end = quote < 0 ? length : quote
        if ((letter | 32) === 99 && attributeEnd - attribute === 5 && isNamed(codes, attribute, attributeEnd, "class"))
          attributes.addClass(codes, attribute, attributeEnd, p + 1, end)
        else attributes.add(attribute, attributeEnd, p + 1, end)
        p = quote < 0 ? length : quote + 1
        code = codes[p]!
      } else {
        const value = p
        while (code > 62 || (p < length && code !== 62 && !isSpace(code))) code = codes[++p]!
        attributes.add(attribute, attributeEnd, value, p)
      }
    }
    if (p >= length) {
      // A tag that the document ends in is no tag.
      textStart = length
      break
    }
    at = p + 1

    if (closing) {
      attributes.length = firstAttribute
      builder.endTag(id, nameStart, nameEnd)
    } else {
      if (builder.open.current >= maxDepth) builder.popTo(maxDepth)
      builder.startTag(id, nameStart, nameEnd, p, firstAttribute, mask, selfClosing)
      if (builder.skipLineFeed) {
        builder.skipLineFeed = false
        if (codes[at] === 10) at++
        else if (codes[at] === 38) at = afterLineFeed(html, at)
      }
      if (builder.rawText > 0) {
        const end = rawTextEnd(html, codes, at, builder.rawText)
        builder.rawContent(at, end)
        at = end
      }
    }
    textStart = at
  }
  if (textStart < length) builder.text(textStart, length, false)
  return builder
}

/**
 * A builder that is never used again: with none alive at a full collection V8 would forget its shape, and throw away the
 * code optimised for it (`markdown/walk/makeWriter.ts` says more).
 */
export const sharedBuilder: TreeBuilder = build(
  "<!doctype html><title>x</title><p class=a>a &amp; <b>b</b><ul><li>c<li>d</ul><table><tr><td>e</table><svg><path /></svg>",
  newMemory
)
