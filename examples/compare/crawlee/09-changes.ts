import { CheerioCrawler, KeyValueStore } from "@crawlee/cheerio"
import { createHash } from "node:crypto"
import Turndown from "turndown"

export const changeOf = async (url: string) => {
  const store = await KeyValueStore.open("versions")
  const key = createHash("sha256").update(url).digest("hex")
  let status = "removed"
  const crawler = new CheerioCrawler({
    async requestHandler({ $ }) {
      $("nav, header, footer, aside, script, style").remove()
      const markdown = new Turndown().turndown($("body").html() ?? "")
      const previous = await store.getValue<string>(key)
      status = previous === null ? "new" : previous === markdown ? "same" : "changed"
      await store.setValue(key, markdown, { contentType: "text/markdown" })
    }
  })
  await crawler.run([url])
  return { status, diff: undefined } // a diff needs a library of its own
}
