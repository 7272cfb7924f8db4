/** Each message of a mailbox as a Markdown file, its attachments read too: `node mailboxToNotes.ts archive.mbox notes`. */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { createOrbweaver, type Orbweaver } from "orbweaver"

export const mailboxToNotes = async (orb: Orbweaver, file: string, folder: string) => {
  const { markdown, warning } = await orb.parse(
    { data: await readFile(file), filename: basename(file) },
    { parsers: ["pdf", { type: "mail", attachments: true }] }
  )
  // Each message of a mailbox begins with its subject, as a heading of the second level.
  const messages = markdown.split(/\n(?=## )/)
  await mkdir(folder, { recursive: true })
  for (const [index, message] of messages.entries())
    await writeFile(join(folder, `${String(index + 1).padStart(5, "0")}.md`), `${message.trim()}\n`)
  return { messages: messages.length, warning }
}

if (import.meta.main) {
  const [file = "archive.mbox", folder = "notes"] = process.argv.slice(2)
  await using orb = createOrbweaver()
  console.log(await mailboxToNotes(orb, file, folder))
}
