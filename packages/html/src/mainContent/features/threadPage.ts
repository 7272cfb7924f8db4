/**
 * Whether a page is a thread, or an article that readers commented on. Both have a list of posts, and systems for both call
 * it "comments" or "replies", so signs vote: what the address and the page are named, how much stands above the first
 * post, and whether that is written like the posts.
 */
import { attribute } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { NameHints } from "../words/classTokens.ts"
import type { Features } from "./Features.ts"
import { holdsDate } from "./headMatter.ts"
import type { Declared, PageKind } from "./pageKind.ts"

/** Votes that make a page a thread. */
const enough = 2

/** Kinds that a page declares only when it is about one thing, whatever readers wrote below. */
const ofOneThing: ReadonlySet<PageKind> = new Set(["product", "recipe", "docs", "profile"])

/** Characters above the first post that are too few to be an article, and those that are no question. */
const fewAbove = 400
const muchAbove = 1500

/** Of the shapes of elements in a post, the part that the text above shares when it is a post itself; and shapes for that. */
const minAlike = 0.6
const fewestShapes = 4

export const isThreadPage = (features: Features, declared: Declared, url: string | undefined): boolean => {
  if (declared.kind === "forum") return true
  if (declared.kind !== undefined && ofOneThing.has(declared.kind)) return false
  const named = (isNamedThread(pathOf(url)) ? 1 : 0) + (isNamedByPage(features) ? 1 : 0)
  const posts = findPosts(features, named > 0)
  if (posts === undefined) return false
  const above = textAbove(features, posts.first)
  let votes = named
  if (above < fewAbove && posts.text >= above) votes += 2
  const isAlike = isWrittenLike(features, posts.reply, posts.first)
  if (isAlike) votes += 2
  if (!isAlike && above >= muchAbove) votes--
  if (declared.isTyped) votes--
  return votes >= enough
}

/** Words of addresses and of names by which forums call a thread. A vote, since a newspaper has topics too. */
const threadWord =
  /(?:^|[^a-z])(?:forums?|topics?|threads?|discussions?|boards?|bb(?:press)?|viewtopic|showthread|showtopic|questions?|foro|foros|forumthread|tema|sujet|viewthread)(?![a-z])/i

const isNamedThread = (name: string): boolean => threadWord.test(name)

const pathOf = (url: string | undefined): string => {
  const address = url === undefined ? null : URL.parse(url)
  return address === null ? "" : `${address.pathname}${address.search}`.slice(0, 300)
}

const isNamedByPage = ({ body, tree }: Features): boolean =>
  [body, tree.parent[body]!].some(
    (node) => node >= 0 && isNamedThread(`${attribute(tree, node, "class") ?? ""} ${attribute(tree, node, "id") ?? ""}`)
  )

interface Posts {
  /** The first node of the first post. */
  readonly first: number
  /** The last post: a reply, where there is more than one. */
  readonly reply: number
  readonly text: number
}

/** Children of one element that are looked at. */
const maxSiblings = 500

/** What is named a post; where the page is named a thread also siblings of one shape, all with a date. */
const findPosts = (features: Features, isNamed: boolean): Posts | undefined => {
  const { body, end, names, text, tree } = features
  let first = -1
  let reply = -1
  let sum = 0
  for (let node = body + 1; node < tree.size; node++) {
    const id = tree.tag[node]!
    if (id === Tag.text) continue
    const isSkipped = isFrame(id) || (kind[id]! & Kind.skip) !== 0 || id === Tag.pre || id === Tag.code
    const isPost = !isSkipped && (names[node]! & (NameHints.comments | NameHints.entry)) !== 0 && isText(features, node)
    if (isPost) {
      if (first < 0) first = node
      reply = node
      sum += text[node]!
    }
    if (isPost || isSkipped) node = end[node]! - 1
  }
  const alike = isNamed ? datedSiblings(features) : undefined
  if (first < 0) return alike
  const known = { first, reply: innermostPost(features, reply), text: sum }
  return alike !== undefined && alike.text > sum ? alike : known
}

const isFrame = (id: number): boolean => id === Tag.nav || id === Tag.aside || id === Tag.footer

/** Characters of a post, links aside. */
const minPost = 20

const isText = ({ linked, text }: Features, node: number): boolean => text[node]! - linked[node]! >= minPost

/** The last of the children of one shape below what is named as the list of posts; the node itself where there are none. */
const innermostPost = (features: Features, list: number): number => {
  const { tree } = features
  let last = list
  for (let at = list, step = 0; step < maxSiblings; step++) {
    let child = -1
    let texts = 0
    for (let one = tree.first[at]!; one >= 0; one = tree.next[one]!)
      if (isText(features, one)) {
        child = one
        texts++
      }
    if (child < 0) break
    if (texts > 1) last = child
    if (texts > 1 && tree.tag[child] !== Tag.text) break
    at = child
  }
  return last
}

const datedSiblings = (features: Features): Posts | undefined => {
  const { body, classKey, end, isBlock, text, tree } = features
  let best: Posts | undefined
  for (let parent = body; parent < tree.size; parent++) {
    if (tree.tag[parent] === Tag.text) continue
    if (isFrame(tree.tag[parent]!) || text[parent]! <= (best?.text ?? 0)) {
      parent = end[parent]! - 1
      continue
    }
    const groups = new Map<number, { first: number; last: number; count: number; text: number }>()
    let seen = 0
    for (let node = tree.first[parent]!; node >= 0 && seen < maxSiblings; node = tree.next[node]!) {
      if (isBlock[node] === 0 || !isText(features, node)) continue
      seen++
      const key = classKey[node]! * 256 + tree.tag[node]!
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { first: node, last: node, count: 1, text: text[node]! })
      else {
        group.last = node
        group.count++
        group.text += text[node]!
      }
    }
    for (const { count, first, last, text: sum } of groups.values())
      if (
        count > 1 &&
        sum > (best?.text ?? 0) &&
        holdsDate(tree, first, end[first]!) &&
        holdsDate(tree, last, end[last]!)
      )
        best = { first, reply: last, text: sum }
  }
  return best
}

/** Characters of a paragraph. */
const minParagraph = 80

/** Characters of running text before a node, what is frame by its tag aside. */
const textAbove = ({ body, end, own, ownLinked, tree }: Features, before: number): number => {
  let sum = 0
  for (let node = body + 1; node < before; node++) {
    const id = tree.tag[node]!
    if (id === Tag.text) continue
    if (isFrame(id) || id === Tag.form || (kind[id]! & Kind.skip) !== 0) node = Math.min(before, end[node]!) - 1
    else if (own[node]! >= minParagraph && ownLinked[node]! < 0.4 * own[node]!) sum += own[node]!
  }
  return sum
}

/** Whether most shapes of elements of a reply stand above the first post too. */
const isWrittenLike = ({ body, classKey, end, tree }: Features, reply: number, first: number): boolean => {
  const shapes = new Set<number>()
  const shapeOf = (node: number): number => classKey[node]! * 256 + tree.tag[node]!
  for (let node = reply + 1; node < end[reply]!; node++) if (classKey[node] !== 0) shapes.add(shapeOf(node))
  if (shapes.size < fewestShapes) return false
  const found = new Set<number>()
  for (let node = body + 1; node < first; node++)
    if (classKey[node] !== 0 && shapes.has(shapeOf(node))) found.add(shapeOf(node))
  return found.size >= minAlike * shapes.size
}
