/** Pages of the documentation that the command refers to: errors with their cures, and formats of its files. */
import { entryOf } from "@orbweaver/core/internal/model/errorTable"

const site = "https://orbweaver.dev"
const page = `${site}/start/troubleshooting`

/** What a file of teams holds. */
export const teamsPage = `${site}/guide/teams-and-keys`

/** Where an error is explained, by its key in the table of errors; undefined for one that is not. */
export const troubleshooting = (key: string): string | undefined => {
  const part = entryOf(key)?.troubleshooting
  return part === undefined ? undefined : `${page}#${part}`
}
