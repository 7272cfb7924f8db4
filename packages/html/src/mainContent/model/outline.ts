/**
 * What the elements that hold text add up to, and how often each shape of element repeats among its siblings: the lists,
 * cards and posts of a page.
 */
import { kind, Kind, Tag, tagFlags } from "../../tree/tags.ts"
import type { Features } from "../features/Features.ts"
import type { TextBlocks } from "./textBlocks.ts"

export interface Outline {
  /** By node; characters. */
  readonly text: Int32Array
  readonly linked: Int32Array
  /** Text of long blocks that are no links. */
  readonly prose: Int32Array
  /** Such blocks; all blocks; the first of them. */
  readonly paragraphs: Int32Array
  readonly blocks: Int32Array
  readonly firstBlock: Int32Array
  readonly depth: Uint16Array
  /** A bit for each of `ancestorTags`, of the element and of all that hold it. */
  readonly ancestors: Int32Array
  /** The group of an element: siblings of its tag and class. */
  readonly group: Int32Array
  readonly indexInGroup: Int32Array
  /** By group. */
  readonly members: Int32Array
  readonly groupText: Int32Array
  readonly groupLinked: Int32Array
  /** By node: children that hold text. */
  readonly children: Int32Array
}

export const ancestorTags = ["nav", "aside", "footer", "header", "form", "ul", "figure", "pre", "p"] as const

const bitOfTag = new Int32Array(256)
for (const [bit, name] of ancestorTags.entries()) bitOfTag[Tag[name]] = 1 << bit

/** Characters from which on a block is long. */
const longBlock = 80

export const isLong = (blocks: TextBlocks, block: number): boolean =>
  blocks.length[block]! >= longBlock && blocks.linked[block]! < 0.4 * blocks.length[block]!

export const outline = (features: Features, blocks: TextBlocks): Outline => {
  const { classKey, tree } = features
  const { parent, size, tag } = tree
  const ints = (): Int32Array => new Int32Array(tree.memory.takeZeroed(4 * size), 0, size)
  const text = ints()
  const linked = ints()
  const prose = ints()
  const paragraphs = ints()
  const counts = ints()
  const firstBlock = ints()
  const ancestors = ints()
  const group = ints()
  const indexInGroup = ints()
  const children = ints()
  const depth = new Uint16Array(tree.memory.takeZeroed(2 * size), 0, size)
  for (let block = blocks.count - 1; block >= 0; block--) {
    const element = blocks.element[block]!
    const length = blocks.length[block]!
    text[element]! += length
    linked[element]! += blocks.linked[block]!
    counts[element]!++
    firstBlock[element] = block
    if (isLong(blocks, block)) {
      prose[element]! += length
      paragraphs[element]!++
    }
  }
  for (let node = size - 1; node > 0; node--) {
    if (counts[node] === 0) continue
    const up = parent[node]!
    // Children come in reverse: the last that writes is the first of the page.
    if (counts[up] === 0 || firstBlock[node]! < firstBlock[up]!) firstBlock[up] = firstBlock[node]!
    text[up]! += text[node]!
    linked[up]! += linked[node]!
    prose[up]! += prose[node]!
    paragraphs[up]! += paragraphs[node]!
    counts[up]! += counts[node]!
    children[up]!++
  }
  const members = ints()
  const groupText = ints()
  const groupLinked = ints()
  let last = 0
  const groups = new Map<number, number>()
  for (let node = 1; node < size; node++) {
    if (counts[node] === 0) continue
    const up = parent[node]!
    const id = tag[node]!
    depth[node] = depth[up]! + 1
    ancestors[node] = ancestors[up]! | bitOfTag[id]!
    if (children[up] === 1) {
      group[node] = ++last
    } else {
      // Distinct enough: two shapes of one page with one key count as one.
      const key = (Math.imul(up, 0x9e3779b1) ^ Math.imul(classKey[node]!, 0x85ebca6b) ^ id) | 0
      const known = groups.get(key)
      if (known !== undefined) {
        group[node] = known
        indexInGroup[node] = members[known]!
        members[known]!++
        groupText[known]! += text[node]!
        groupLinked[known]! += linked[node]!
        continue
      }
      groups.set(key, ++last)
      group[node] = last
    }
    members[last] = 1
    groupText[last] = text[node]!
    groupLinked[last] = linked[node]!
  }
  return {
    text,
    linked,
    prose,
    paragraphs,
    blocks: counts,
    firstBlock,
    depth,
    ancestors,
    group,
    indexInGroup,
    members,
    groupText,
    groupLinked,
    children
  }
}

const containers = tagFlags([Tag.main, Tag.article])

export const isContentTag = (id: number): boolean => containers[id] === 1
export const isHeadingTag = (id: number): boolean => (kind[id]! & Kind.heading) !== 0
