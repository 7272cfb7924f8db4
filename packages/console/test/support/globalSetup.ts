/** Builds the page where it is not there: turbo has built it before the tests of the whole repository. */
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "vite"

export default async (): Promise<void> => {
  const web = fileURLToPath(new URL("../../web", import.meta.url))
  if (!existsSync(`${web}/../app/index.html`)) await build({ root: web, configFile: `${web}/vite.config.ts` })
}
