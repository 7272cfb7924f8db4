/**
 * Writes the pages of the reference that are made from the sources, and the comments of options: `npm run docs:generate`.
 * A test fails when one of them is stale.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { commandLinePage } from "./commandLine.ts"
import { endpointsPage } from "./endpoints.ts"
import { environmentPage } from "./environment.ts"
import { errorsPage } from "./errors.ts"
import { root } from "./comments.ts"
import { eventsPage } from "./events.ts"
import { filesPage } from "./files.ts"
import { formatsPage } from "./formats.ts"
import { commentedSources } from "./optionComments.ts"
import { methodsPage } from "./methods.ts"
import { optionsPage } from "./options.ts"
import { statesPage } from "./states.ts"
import { unsupportedPage } from "./unsupported.ts"

/** Pages by their path below `docs`. */
export const generatedPages = async (): Promise<Readonly<Record<string, string>>> => ({
  "reference/methods.md": methodsPage(),
  "reference/options.md": optionsPage(),
  "reference/formats.md": formatsPage(),
  "reference/files.md": filesPage(),
  "reference/events.md": eventsPage(),
  "reference/errors.md": errorsPage(),
  "reference/states.md": statesPage(),
  "reference/unsupported.md": unsupportedPage(),
  "reference/command-line.md": await commandLinePage(),
  "reference/environment.md": environmentPage(),
  "reference/endpoints-v2.md": endpointsPage("v2", 30),
  "reference/endpoints-v1.md": endpointsPage("v1", 40)
})

if (import.meta.main) {
  for (const [file, text] of Object.entries(commentedSources())) writeFileSync(join(root, file), text)
  for (const [file, text] of Object.entries(await generatedPages())) writeFileSync(join(root, "docs", file), text)
}
