/** Maps as the surfaces offer them (docs/guide/mapping.md). */
import * as Schema from "effect/Schema"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { decode, MapOptions } from "@orbweaver/core/model/MapOptions"
import { defineMethod } from "./defineMethod.ts"

export const mapMethod = defineMethod({
  name: "map",
  plural: "Maps",
  subject: {
    name: "url",
    schema: Schema.String.annotate({ description: "Address, such as https://example.com/page" }),
    text: "A page of the site"
  },
  options: MapOptions.fields,
  request: "map",
  engine: Mapper,
  decode,
  run: (mapper, url, options) => mapper.map(url, options),
  failureOf: ({ failure }) => failure,
  command: {
    text: "List the URLs of a site",
    contacts: "sites",
    lines: ({ links }) => links.map(({ url }) => url),
    json: ({ links }) => links,
    notes: ({ links, timedOut, warning }) => [
      ...(warning === undefined ? [] : [`warning: ${warning}`]),
      ...(timedOut && links.length > 0 ? ["the time limit was reached before the whole site was searched"] : [])
    ]
  },
  tool: {
    title: "List a site's addresses",
    text: "Lists the addresses of a site from its sitemaps and links, one a line; best first for words to look for.",
    // Clients give up on a tool after a minute.
    defaults: { limit: 1000, timeout: 45_000 },
    answer: ({ links, timedOut, warning }) => {
      if (links.length === 0) return `No addresses were found. ${warning ?? ""}`.trimEnd()
      return [
        ...links.map(({ title, url }) => (title === undefined ? url : `${url} — ${title}`)),
        ...(timedOut ? ["", "(The time was over before everything was looked at.)"] : []),
        ...(warning === undefined ? [] : [`(${warning})`])
      ].join("\n")
    }
  }
})
