/**
 * HTML to `Tree`, in one pass over the source.
 */
import { isSpace, TextFlag, type Tree } from "./Tree.ts"
import { kind, Kind, Tag, tagId, tagName } from "./tags.ts"

const set = (list: string): Uint8Array => {
  const bits = new Uint8Array(256)
  for (const name of list.split(" ")) bits[tagId(name)] = 1
  return bits
}
const closesParagraph = set(
  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul li dd dt"
)
const boundary = set("table td th caption html object template svg math button select body")
const listBoundary = set("ul ol menu dir dl table td th body")
const inHead = set("base basefont bgsound link meta title noframes style noscript script template")

export const parse = (html: string): Tree => {
  let capacity = Math.max(256, (html.length / 24) | 0)
  let tag = new Uint8Array(capacity)
  let parent = new Int32Array(capacity)
  let first = new Int32Array(capacity)
  let next = new Int32Array(capacity)
  let start = new Int32Array(capacity)
  let end = new Int32Array(capacity)
  let mask = new Int32Array(capacity)
  let size = 1
  tag[0] = Tag.document
  parent[0] = first[0] = next[0] = -1
  const stack = [0]
  const stackTag: Array<number> = [Tag.document]
  const last = [-1]
  const open = new Int32Array(256)
  let body = false
  const add = (id: number, from: number, to: number, bits: number): number => {
    if (size === capacity) {
      capacity *= 2
      const grow = (a: Int32Array) => {
        const b = new Int32Array(capacity)
        b.set(a)
        return b
      }
      const t = new Uint8Array(capacity)
      t.set(tag)
      tag = t
      parent = grow(parent)
      first = grow(first)
      next = grow(next)
      start = grow(start)
      end = grow(end)
      mask = grow(mask)
    }
    const node = size++
    const top = stack.length - 1
    const up = stack[top]!
    tag[node] = id
    start[node] = from
    end[node] = to
    mask[node] = bits
    parent[node] = up
    first[node] = next[node] = -1
    if (last[top]! < 0) first[up] = node
    else next[last[top]!] = node
    last[top] = node
    return node
  }
  const push = (id: number, node: number): void => {
    stack.push(node)
    stackTag.push(id)
    last.push(-1)
    open[id]!++
  }
  const popTo = (k: number): void => {
    while (stack.length > k) {
      open[stackTag.pop()!]!--
      stack.pop()
      last.pop()
    }
  }
  push(Tag.html, add(Tag.html, 0, 0, 0))
  push(Tag.head, add(Tag.head, 0, 0, 0))
  const toBody = (): void => {
    if (body) return
    body = true
    popTo(2)
    push(Tag.body, add(Tag.body, 0, 0, 0))
  }
  const addText = (from: number, to: number): void => {
    if (from >= to) return
    let white: number = TextFlag.white
    for (let i = from; i < to; i++)
      if (!isSpace(html.charCodeAt(i))) {
        white = 0
        break
      }
    if (!white && !body && stack.length === 3) toBody()
    add(Tag.text, from, to, white)
  }
  const find = (wanted: (id: number) => boolean, stop: Uint8Array): number => {
    for (let k = stack.length - 1; k > 2; k--) {
      if (wanted(stackTag[k]!)) return k
      if (stop[stackTag[k]!]) return -1
    }
    return -1
  }
  const close = (wanted: (id: number) => boolean, stop: Uint8Array): void => {
    const k = find(wanted, stop)
    if (k > 0) popTo(k)
  }
  const table = set("table")
  let i = 0
  const length = html.length
  while (i < length) {
    let lt = html.indexOf("<", i)
    if (lt < 0) lt = length
    const c = html.charCodeAt(lt + 1)
    const lower = c | 32
    if (lt < length && !((lower >= 97 && lower <= 122) || c === 47 || c === 33 || c === 63)) {
      const to = html.indexOf("<", lt + 1)
      addText(i, to < 0 ? length : to)
      i = to < 0 ? length : to
      continue
    }
    addText(i, lt)
    if (lt >= length) break
    if (c === 33 || c === 63) {
      const comment = html.startsWith("!--", lt + 1)
      const at = html.indexOf(comment ? "-->" : ">", lt + 2)
      i = at < 0 ? length : at + (comment ? 3 : 1)
      continue
    }
    const closing = c === 47
    let p = lt + (closing ? 2 : 1)
    const nameStart = p
    let ch = html.charCodeAt(p)
    while (p < length && ch !== 62 && ch !== 47 && !isSpace(ch)) ch = html.charCodeAt(++p)
    const id = tagId(html.slice(nameStart, p).toLowerCase())
    if (closing) {
      const gt = html.indexOf(">", p)
      i = gt < 0 ? length : gt + 1
      if (id === Tag.html || id === Tag.body) continue
      if (id === Tag.head) toBody()
      else if (open[id]! > 0) {
        let k = stack.length - 1
        while (stackTag[k] !== id) k--
        if (id !== Tag.p && !(kind[id]! & Kind.block)) {
          let b = stack.length - 1
          while (b > k && !boundary[stackTag[b]!]) b--
          if (b > k) continue
        }
        popTo(k)
      } else if (id === Tag.p || id === Tag.br) {
        toBody()
        add(id, p, p, 0)
      }
      continue
    }
    const zone = p
    let bits = 0
    while (p < length) {
      while (p < length && (isSpace(ch) || ch === 47)) ch = html.charCodeAt(++p)
      if (ch === 62 || p >= length) break
      const name = p
      ch = html.charCodeAt(++p)
      while (p < length && ch !== 61 && ch !== 62 && ch !== 47 && !isSpace(ch)) ch = html.charCodeAt(++p)
      bits |= 1 << ((Math.imul(html.charCodeAt(name) | 32, 7) + (p - name)) & 31)
      while (p < length && isSpace(ch)) ch = html.charCodeAt(++p)
      if (ch === 61) {
        ch = html.charCodeAt(++p)
        while (p < length && isSpace(ch)) ch = html.charCodeAt(++p)
        if (ch === 34 || ch === 39) {
          const quote = html.indexOf(ch === 34 ? '"' : "'", p + 1)
          p = quote < 0 ? length : quote + 1
          ch = html.charCodeAt(p)
        } else while (p < length && ch !== 62 && !isSpace(ch)) ch = html.charCodeAt(++p)
      }
    }
    i = p + 1
    if (id === Tag.html) {
      start[1] = zone
      end[1] = p
      mask[1]! |= bits
      continue
    }
    if (id === Tag.head) continue
    if (id === Tag.body) {
      toBody()
      start[stack[2]!] = zone
      end[stack[2]!] = p
      mask[stack[2]!]! |= bits
      continue
    }
    if (!inHead[id] && !body && stack.length === 3) toBody()
    if (closesParagraph[id] && open[Tag.p]! > 0) close((t) => t === Tag.p, boundary)
    if (id === Tag.li) close((t) => t === id, listBoundary)
    else if (id === Tag.dd || id === Tag.dt) close((t) => t === Tag.dd || t === Tag.dt, listBoundary)
    else if (id === Tag.td || id === Tag.th) close((t) => t === Tag.td || t === Tag.th, set("table tr"))
    else if (id === Tag.tr) close((t) => t === Tag.tr, table)
    else if (id === Tag.tbody || id === Tag.thead || id === Tag.tfoot)
      close((t) => t === Tag.tbody || t === Tag.thead || t === Tag.tfoot, table)
    else if (id === Tag.option && stackTag.at(-1) === id) popTo(stack.length - 1)
    else if (id === Tag.a && open[id]! > 0) close((t) => t === id, boundary)
    const node = add(id, zone, p, bits)
    const foreign = open[Tag.svg]! + open[Tag.math]! > 0
    if (kind[id]! & Kind.void || (foreign && html.charCodeAt(p - 1) === 47)) continue
    push(id, node)
    if (!foreign && kind[id]! & (Kind.rawText | Kind.escapableText)) {
      const closer = new RegExp(`</${tagName(id)}[\\s/>]`, "gi")
      closer.lastIndex = i
      const found = closer.exec(html)
      const to = found ? found.index : length
      if (to > i) {
        addText(i, to)
        if (kind[id]! & Kind.rawText) mask[size - 1]! |= TextFlag.raw
      }
      popTo(stack.length - 1)
      const gt = found ? html.indexOf(">", to) : -1
      i = gt < 0 ? length : gt + 1
    }
  }
  toBody()
  return { source: html, size, tag, parent, first, next, start, end, attributeMask: mask }
}
