/**
 * Each scan of a folder as a Markdown file beside it, with what was uncertain: `node scansToMarkdown.ts scans`. Needs
 * `@orbweaver/ocr` and `@tesseract.js-data/eng`.
 */
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { tesseract } from "@orbweaver/ocr"
import { createOrbweaver, type Orbweaver } from "orbweaver"

/** Names of what was read, with the warning of each; `recognizer` has to be one of the instance's options. */
export const scansToMarkdown = async (orb: Orbweaver, folder: string) => {
  const names = (await readdir(folder)).filter((name) => /\.(?:pdf|png|jpe?g|tiff?|webp)$/i.test(name)).toSorted()
  const read: Array<{ readonly name: string; readonly warning: string | undefined }> = []
  for (const name of names) {
    const { markdown, warning } = await orb.parse(
      { data: await readFile(join(folder, name)), filename: name },
      // A page takes seconds.
      { timeout: 300_000 }
    )
    await writeFile(join(folder, `${name}.md`), `${markdown}\n`)
    read.push({ name, warning })
  }
  return read
}

if (import.meta.main) {
  const [folder = "scans"] = process.argv.slice(2)
  await using orb = createOrbweaver({ recognizer: tesseract({ languages: ["eng"] }) })
  console.log(await scansToMarkdown(orb, folder))
}
