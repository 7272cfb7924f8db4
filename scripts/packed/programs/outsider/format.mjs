// A format that somebody else wrote: how long a page is and how many links it has.
import { Effect } from "effect"

export const size = {
  name: "size",
  needs: [],
  uses: [],
  run: ({ page }) =>
    Effect.sync(() => {
      const { html } = page.content
      return { size: { characters: html.length, links: html.split(/<a\s/i).length - 1 } }
    })
}

/** A format that makes nothing, which its suite must find. */
export const nothing = { ...size, name: "nothing", run: () => Effect.succeed({}) }
