/** A page as the model is fitted to it: its blocks with what is known of them, and what people say of each. */
import { readFeatures } from "../../src/mainContent/features/Features.ts"
import { featureCount } from "../../src/mainContent/model/blockFeatures.ts"
import { judgedBlocks } from "../../src/mainContent/model/judgedBlocks.ts"
import { nearLevels, visitNames } from "../../src/mainContent/model/nameScores.ts"
import { declaredKind } from "../../src/mainContent/features/pageKind.ts"
import { selectByRules } from "../../src/mainContent/select/selectMain.ts"
import { kind, Kind, Tag } from "../../src/tree/tags.ts"
import { revealNoscript } from "../../src/page/noscript.ts"
import { parse } from "../../src/tree/parse.ts"
import { attributes, subtreeEnd, text, type Tree } from "../../src/tree/Tree.ts"
import { labelsOf, wordsOf } from "./labels.ts"

/** What people say of a page. */
export type Truth =
  | { readonly is: "text"; readonly content: string }
  /** Strings that a reader would keep and drop. */
  | { readonly is: "strings"; readonly keep: ReadonlyArray<string>; readonly drop: ReadonlyArray<string> }
  /** `data-keep` and `data-drop` in the page itself. */
  | { readonly is: "marks" }

export interface TrainingPage {
  readonly id: string
  readonly source: string
  readonly kind: string
  readonly fold: number
  readonly site: string
  /** `featureCount` numbers for each block; those of names are filled in by the folds. */
  readonly values: Float32Array
  readonly labels: Float32Array
  /** 0 where nobody said anything of a block, 1 where it is sure. */
  readonly sureness: Float32Array
  readonly lengths: Int32Array
  /** Indexes into `words`, for each block: of its nearest elements, and of all above. */
  readonly near: ReadonlyArray<Int32Array>
  readonly far: ReadonlyArray<Int32Array>
  readonly texts: ReadonlyArray<string>
  readonly truth: string
}

export interface Raw {
  readonly id: string
  readonly source: string
  readonly kind: string
  readonly fold: number
  readonly site: string
  readonly url: string | undefined
  readonly html: string
  readonly truth: Truth
}

export const readPage = ({ html, truth, url, ...raw }: Raw, names: Map<string, number>): TrainingPage => {
  const tree = parse(html)
  revealNoscript(tree)
  const features = readFeatures(tree)
  const declared = declaredKind(features)
  const { blocks, rows } = judgedBlocks(features, selectByRules(features, declared, { url }), declared, url, () => 0)
  const texts = Array.from({ length: blocks.count }, (_, block) => textOf(tree, blocks.from[block]!, blocks.to[block]!))
  const near: Array<Int32Array> = []
  const far: Array<Int32Array> = []
  const known = new Map<number, Int32Array>()
  const partsOf = (node: number): Int32Array => {
    let parts = known.get(node)
    if (parts === undefined) {
      const found: Array<number> = []
      visitNames(tree, node, (_, from, to) => {
        const word = tree.source.slice(from, to).toLowerCase()
        if (!names.has(word)) names.set(word, names.size)
        found.push(names.get(word)!)
      })
      known.set(node, (parts = Int32Array.from(found)))
    }
    return parts
  }
  for (let block = 0; block < blocks.count; block++) {
    const lists: [Array<number>, Array<number>] = [[], []]
    let level = 0
    for (let node = blocks.element[block]!; node > 0; node = tree.parent[node]!, level++)
      lists[level < nearLevels ? 0 : 1].push(...partsOf(node))
    near.push(Int32Array.from(lists[0]))
    far.push(Int32Array.from(lists[1]))
  }
  const { labels, sureness } = judge(tree, blocks.element, texts, truth)
  return {
    ...raw,
    values: rows.values.slice(0, featureCount * blocks.count),
    labels,
    sureness,
    lengths: blocks.length.slice(0, blocks.count),
    near,
    far,
    texts,
    truth: truth.is === "text" ? truth.content : ""
  }
}

const textOf = (tree: Tree, from: number, to: number): string => {
  let all = ""
  for (let node = from; node < to; node++) {
    if (tree.tag[node] === Tag.text) all += text(tree, node)
    else if ((kind[tree.tag[node]!]! & Kind.skip) !== 0) node = subtreeEnd(tree, node) - 1
    else if (tree.tag[node] === Tag.br) all += " "
  }
  return all.replaceAll(/\s+/g, " ").trim()
}

interface Judgement {
  readonly labels: Float32Array
  readonly sureness: Float32Array
}

const judge = (tree: Tree, elements: Int32Array, texts: ReadonlyArray<string>, truth: Truth): Judgement => {
  if (truth.is === "text")
    return {
      labels: labelsOf(
        texts.map((one) => {
          const words = wordsOf(one)
          return words.length === 0 ? [one] : words
        }),
        truth.content
      ),
      sureness: new Float32Array(texts.length).fill(1)
    }
  return truth.is === "marks" ? byMarks(tree, elements, texts.length) : byStrings(texts, truth.keep, truth.drop)
}

const byMarks = (tree: Tree, elements: Int32Array, count: number): Judgement => {
  const labels = new Float32Array(count)
  const sureness = new Float32Array(count)
  for (let block = 0; block < count; block++)
    for (let node = elements[block]!; node > 0; node = tree.parent[node]!) {
      const mark = attributes(tree, node).find(([name]) => name === "data-keep" || name === "data-drop")
      if (mark === undefined) continue
      labels[block] = mark[0] === "data-keep" ? 1 : 0
      sureness[block] = 1
      break
    }
  return { labels, sureness }
}

/** What is between two blocks of one verdict has it too, as it seems. */
const seeming = 0.3
/** Letters of a block that may be a part of a string. */
const minPart = 6

const byStrings = (
  texts: ReadonlyArray<string>,
  keep: ReadonlyArray<string>,
  drop: ReadonlyArray<string>
): Judgement => {
  const labels = new Float32Array(texts.length)
  const sureness = new Float32Array(texts.length)
  const kept = keep.map(lettersOf)
  const dropped = drop.map(lettersOf)
  let last = -1
  for (const [block, one] of texts.entries()) {
    const letters = lettersOf(one)
    const says = (strings: ReadonlyArray<string>): boolean =>
      strings.some((string) => letters.includes(string) || (letters.length >= minPart && string.includes(letters)))
    const isKept = says(kept)
    if (!isKept && !says(dropped)) continue
    labels[block] = isKept ? 1 : 0
    sureness[block] = 1
    if (last >= 0 && labels[last] === labels[block])
      for (let between = last + 1; between < block; between++) {
        labels[between] = labels[block]!
        sureness[between] = seeming
      }
    last = block
  }
  return { labels, sureness }
}

const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}\p{Sc}%]+/gu, "")
    .toLowerCase()
