/** Processes of this machine, read from proc(5). */
import { readdirSync, readFileSync } from "node:fs"

export interface Process {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly command: string
}

export const processes = (): ReadonlyArray<Process> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "latin1")
        // The name of the command may hold anything; the fields follow its last parenthesis.
        const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
        const command = readFileSync(`/proc/${name}/cmdline`, "latin1").replaceAll("\0", " ")
        // One that is ending closes its pipes after its memory is gone and before it is a zombie.
        const ending = state === "Z" || command === ""
        return ending ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group), command }]
      } catch {
        return []
      }
    })

/** Browsers that `parent` has started. */
export const browsersOf = (parent: number): ReadonlyArray<Process> =>
  processes().filter((found) => found.parent === parent && found.command.includes("--remote-debugging-pipe"))

/** A browser and everything it started. */
export const groupOf = (pid: number): ReadonlyArray<Process> => processes().filter(({ group }) => group === pid)
