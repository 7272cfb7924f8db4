/** Writes the recording of the home page: `npm run docs:recording`. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../blocks/extract.ts"
import { record } from "./record.ts"
import { type Recording, recordingOf } from "./svg.ts"

const folder = join(root, "docs/pictures")
export const files = { animated: join(folder, "recording.svg"), still: join(folder, "recording-still.svg") }

export const makeRecording = async (): Promise<Recording> =>
  recordingOf(await record(), "A terminal: orbweaver scrapes a page, maps and crawls a site, and extracts data")

if (import.meta.main) {
  const { animated, still } = await makeRecording()
  writeFileSync(files.animated, animated)
  writeFileSync(files.still, still)
}
