import type { ConvertInput } from "../src/convert/convert.ts"

/** A page to convert to Markdown, whole, unless `rest` says otherwise. */
export const input = (html: string, rest: Partial<ConvertInput> = {}): ConvertInput => ({
  html,
  url: "https://site.example/",
  wanted: ["markdown"],
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  attributes: [],
  ...rest
})
