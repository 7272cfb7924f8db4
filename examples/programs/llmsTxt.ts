/** The llms.txt and llms-full.txt of a documentation site: `node llmsTxt.ts https://docs.example.com`. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createOrbweaver, type Orbweaver } from "orbweaver"

export const writeLlmsTxt = async (orb: Orbweaver, url: string, folder: string) => {
  const { data } = await orb.generateLLMsText(url, { maxUrls: 100, showFullText: true })
  await writeFile(join(folder, "llms.txt"), data.llmstxt)
  await writeFile(join(folder, "llms-full.txt"), data.llmsfulltxt ?? "")
}

if (import.meta.main) {
  await using orb = createOrbweaver()
  await writeLlmsTxt(orb, process.argv[2] ?? "https://example.com", ".")
}
