/** What a page puts into a skin. Markup carries `data-keep` and `data-drop`, which are removed before extraction. */
export interface Shell {
  readonly title: string
  readonly lang: string
  readonly site: string
  /** Further elements of the head, such as JSON-LD. */
  readonly head?: string
  readonly content: string
}

export type Skin = (shell: Shell) => string
