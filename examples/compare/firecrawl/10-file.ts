import { readFile } from "node:fs/promises"
import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

export const textOf = async (file: string) =>
  (await firecrawl.parse({ data: await readFile(file), filename: file }, { formats: ["markdown"] })).markdown
