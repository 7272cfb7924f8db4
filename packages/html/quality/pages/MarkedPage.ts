import { type Skin } from "../skins/Shell.ts"

/** One page of the set: a content in a skin, with `data-keep` on what must stay and `data-drop` on what must go. */
export interface MarkedPage {
  readonly name: string
  readonly skin: Skin
  readonly title: string
  readonly lang?: string
  readonly site: string
  readonly head?: string
  readonly content: string
}

/** Writes a list of repeated elements. */
export const each = <A>(items: ReadonlyArray<A>, write: (item: A, index: number) => string): string =>
  items.map(write).join("\n")
