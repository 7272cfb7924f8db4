/**
 * Marks the frame of a site: what its tag, role, names or state say is no content. A guard keeps what holds a large part
 * of the prose of the page, whatever its name, because names lie (`<div class="sidebar-layout">` around everything).
 */
import { kind, Kind, Tag, tagCount } from "../tree/tags.ts"
import { type Features, Holds, Mark, type Sums } from "./Features.ts"
import { Name } from "./classTokens.ts"
import { Reason } from "./Reason.ts"

const frameTag = new Uint8Array(tagCount)
for (const id of [
  Tag.nav, Tag.aside, Tag.footer, Tag.iframe, Tag.dialog, Tag.textarea, Tag.audio, Tag.video, Tag.select, Tag.menu,
  Tag.button, Tag.search
])
  frameTag[id] = 1

/** Writes a `Reason` for every outermost element that is furniture into `drop`. */
export const markFurniture = (features: Features, drop: Uint8Array): void => {
  const { end, holds, linked, marks, names, prose, text, tree } = features
  const { size, tag } = tree
  const allProse = Math.max(1, prose[0]!)
  const unlinked = text[0]! - linked[0]!
  for (let node = features.body; node < size; node++) {
    const id = tag[node]!
    if (id === Tag.text) continue
    if (kind[id]! & Kind.skip) {
      node = end[node]! - 1
      continue
    }
    const share = prose[node]! / allProse
    let reason: number = Reason.none
    if (frameTag[id] === 1) reason = Reason.frame
    else if (id === Tag.header) {
      if (share < 0.1 && ((holds[node]! & Holds.h1) === 0 || (holds[node]! & Holds.nav) !== 0)) reason = Reason.frame
    } else if (id === Tag.form && prose[node]! < 200) reason = Reason.form
    else if (id === Tag.label) reason = Reason.minor
    const mark = marks[node]!
    if (id !== Tag.body && id !== Tag.html && (reason === Reason.none || reason === Reason.minor)) {
      const name = names[node]!
      if ((mark & Mark.hidden) !== 0 && share < 0.5) reason = Reason.hidden
      else if ((mark & Mark.ariaHidden) !== 0 && share < 0.2) reason = Reason.frame
      else if ((mark & Mark.frameRole) !== 0) reason = Reason.role
      else if (name & Name.body) reason = Reason.none
      else if (name & Name.embed && holds[node]! & Holds.quote) reason = Reason.none
      else if (id !== Tag.article && id !== Tag.main && !(kind[id]! & Kind.heading)) {
        if (name & (Name.chrome | Name.hidden)) reason = Reason.name
        else if (name & Name.beside) reason = Reason.beside
        else if (name & Name.caption) reason = Reason.caption
        else if (name & Name.minor || mark & Mark.minorProperty) reason = Reason.minor
      }
    }
    if (reason === Reason.none) continue
    if (share >= 0.35 && id !== Tag.footer && id !== Tag.nav && reason !== Reason.hidden && reason !== Reason.minor && reason !== Reason.beside) continue
    // Comments may well be longer than what they comment on; a thread is what has nothing else to say.
    if (reason === Reason.beside && allProse - prose[node]! < 600 && text[node]! - linked[node]! >= 0.5 * unlinked)
      continue
    if (reason === Reason.minor && share >= 0.08 && prose[node]! > 120) continue
    if (reason === Reason.caption && (holds[node]! & Holds.image) !== 0) continue
    drop[node] = reason
    node = end[node]! - 1
  }
}

/** Takes what is dropped out of the sums, in one backward pass. */
export const withoutDropped = (features: Features, drop: Uint8Array): Features => {
  const { parent, size } = features.tree
  const keys = ["text", "linked", "prose", "value", "paragraphs"] as const
  const left: Record<string, Int32Array | Float64Array> = {}
  for (const key of keys) {
    const sums = features[key]
    const removed = key === "value" ? new Float64Array(size) : new Int32Array(size)
    const rest = sums.slice()
    for (let node = size - 1; node > 0; node--) {
      if (drop[node] !== 0) removed[node] = sums[node]!
      rest[node]! -= removed[node]!
      removed[parent[node]!]! += removed[node]!
    }
    rest[0]! -= removed[0]!
    left[key] = rest
  }
  return { ...features, ...(left as unknown as Sums) }
}
