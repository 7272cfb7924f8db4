/** Elements that by their name alone may be the frame of a site. */
import { Tag, tagFlags } from "../../tree/tags.ts"

/** Elements that are boilerplate wherever they stand. */
export const frameTag = tagFlags([
  Tag.nav,
  Tag.aside,
  Tag.footer,
  Tag.iframe,
  Tag.dialog,
  Tag.textarea,
  Tag.audio,
  Tag.video,
  Tag.select,
  Tag.menu,
  Tag.button,
  Tag.search
])

/** Elements that are judged though neither a name nor a mark says anything. */
export const isSignificantTag = frameTag.slice()
for (const id of [Tag.header, Tag.form, Tag.label]) isSignificantTag[id] = 1
