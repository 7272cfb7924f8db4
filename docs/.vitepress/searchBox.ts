/**
 * The search box of VitePress, with roles that assistive technology can read (WAI-ARIA 1.2): it is a dialog and not a button
 * that holds an input, and a result is one option, named by the words that it shows, and not a link within an option.
 */
import type { Plugin } from "vite"

const component = "VPLocalSearchBox.vue"

const changes: ReadonlyArray<readonly [from: RegExp, to: string]> = [
  [
    /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
    'role="dialog" aria-modal="true"'
  ],
  [/:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]*"\s+role="option"/, 'role="none"'],
  [
    /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/,
    `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'" role="option"`
  ],
  // A picture of a key may have a name, and an element without a role may not.
  [/<kbd :aria-label/g, '<kbd role="img" :aria-label']
]

export const searchBox = (): Plugin => ({
  name: "search-box",
  enforce: "pre",
  transform: (code, id) => {
    if (!id.endsWith(component)) return undefined
    return changes.reduce((text, [from, to]) => {
      if (!from.test(text))
        throw new Error(`${component} has no ${from.source}: see what this version of VitePress has`)
      return text.replace(from, to)
    }, code)
  }
})
