/** The options and the result of `selectMain`. */
import type { Model } from "./Model.ts"
import type { PageKind } from "../features/pageKind.ts"
import type { outside, RuleName } from "../rules/Rule.ts"

export interface SelectMainOptions {
  /** Address of the page; a hint at its kind where the page itself declares none. */
  readonly url?: string | undefined
  /** Says what was left out and why in `explain`. Costs time; for debugging. */
  readonly explain?: boolean | undefined
  /** Rules switched off, to see what each gains and costs. */
  readonly without?: ReadonlyArray<RuleName> | undefined
  /** Keeps what readers wrote under an article. It is left out by default. */
  readonly comments?: boolean | undefined
  /** Judges the blocks of the page instead of the model that comes along. For measuring. */
  readonly model?: Model | undefined
  /** Whether a block with this `blockFingerprints` hash is known to repeat on other pages of the site. */
  readonly repeated?: ((hash: number) => boolean) | undefined
}

export interface MainContent {
  /** Subtrees that hold the content, in document order. */
  readonly roots: ReadonlyArray<number>
  /** A `Rule`, non-zero, where a subtree is left out. */
  readonly drop: Uint8Array
  readonly kind: PageKind
  /** Node of the heading that titles the content, or -1. It is part of the content where the page has it there. */
  readonly headline: number
  /** The title of a page of some length that has no heading for it, to be written above the content. */
  readonly title?: string
  /** Why the model leaves parts out, by their nodes; with `explain`. */
  readonly reasons?: ReadonlyMap<number, string>
  readonly explain?: ReadonlyArray<Explanation>
}

export interface Explanation {
  readonly node: number
  /** The way to the node: `body > div#page > nav.main-menu`. */
  readonly path: string
  readonly rule: RuleName | typeof outside
  /** What the rule cuts, in words. */
  readonly reason: string
  /** Characters of text that went with it. */
  readonly chars: number
  /** How the text begins; empty where there is none. */
  readonly sample: string
  /** Pictures, frames and films, and tables that went with it; icons and pixels that count visitors are no pictures. */
  readonly pictures: number
  readonly media: number
  readonly tables: number
}
