/**
 * `mkdir -p`. `mkdir` of Node with `recursive` never ends where a folder exists and takes no entries, such as below
 * `/proc`: it makes the parent, which is there, and tries again.
 */
import { mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"

/** Rejects with the error of the system, as `mkdir` does. New folders get `mode`, which is 0o777 when absent. */
export const makeFolder = async (path: string, mode = 0o777): Promise<void> => {
  if (await isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) await makeFolder(parent, mode)
  try {
    await mkdir(path, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isFolder(path))) throw error
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false
  )
