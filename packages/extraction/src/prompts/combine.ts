/** Combines findings: lists are joined, and of two contradicting instructions the narrower one wins. */
import type { Reason } from "./PromptOptions.ts"
import type { Finding } from "./grammar.ts"

/** Most patterns of each list. */
const maxPaths = 100

interface Combined {
  readonly options: Readonly<Record<string, unknown>>
  readonly reasons: ReadonlyArray<Reason>
  readonly notes: ReadonlyArray<string>
}

/** Findings of the grammar, and of the model, which only fill what the grammar left open. */
export const combine = (read: ReadonlyArray<Finding>, answered: ReadonlyArray<Finding>): Combined => {
  const chosen = new Map<string, Finding>()
  const paths = { includePaths: new Map<string, Finding>(), excludePaths: new Map<string, Finding>() }
  const notes: Array<string> = []
  const put = (finding: Finding) => {
    const known = chosen.get(finding.option)
    if (known === undefined || known.value === finding.value) {
      if (known === undefined) chosen.set(finding.option, finding)
      return
    }
    const [kept, lost] = isNarrower(finding, known) ? [finding, known] : [known, finding]
    chosen.set(finding.option, kept)
    notes.push(`"${lost.words}" contradicts "${kept.words}", which holds.`)
  }
  const applyFinding = (finding: Finding) => {
    if (finding.option !== "includePaths" && finding.option !== "excludePaths") return put(finding)
    const known = paths[finding.option]
    if (known.size < maxPaths) known.set(String(finding.value), known.get(String(finding.value)) ?? finding)
  }
  for (const finding of read) applyFinding(finding)
  const open = new Set(answered.map(({ option }) => option).filter((option) => !chosen.has(option)))
  for (const finding of answered) if (open.has(finding.option)) applyFinding(finding)

  for (const [pattern, { words }] of paths.excludePaths) {
    const wanted = paths.includePaths.get(pattern)
    if (wanted === undefined) continue
    paths.includePaths.delete(pattern)
    notes.push(`"${wanted.words}" contradicts "${words}", which holds.`)
  }
  for (const { value, words } of paths.includePaths.values()) {
    const above = [...paths.excludePaths.values()].find((out) => isPathBelow(String(value), String(out.value)))
    if (above !== undefined) notes.push(`"${words}" lies below "${above.words}", which leaves it out.`)
  }
  const found = [...paths.includePaths.values(), ...paths.excludePaths.values(), ...chosen.values()]
  return {
    options: {
      ...(paths.includePaths.size === 0 ? {} : { includePaths: [...paths.includePaths.keys()] }),
      ...(paths.excludePaths.size === 0 ? {} : { excludePaths: [...paths.excludePaths.keys()] }),
      ...Object.fromEntries([...chosen].map(([option, { value }]) => [option, value]))
    },
    reasons: found.map(({ option, reason, words }) => ({ option, words, reason })),
    notes
  }
}

const pathOf = /^\^(.*)\(\?:\[\/\.\]\|\$\)$/

/** Whether one path (`^/a/b…`) is part of another (`^/a…`). */
const isPathBelow = (one: string, other: string): boolean => {
  const [path, above] = [pathOf.exec(one)?.[1], pathOf.exec(other)?.[1]]
  return path !== undefined && above !== undefined && path !== above && `${path}/`.startsWith(`${above}/`)
}

/** Fewer pages, fewer sites, more patience. */
const isNarrower = (one: Finding, other: Finding): boolean =>
  typeof one.value === "number"
    ? one.value < Number(other.value) !== (one.option === "delay")
    : one.value === "only" || one.value === /^(?:ignoreQuery|deduplicate)/.test(one.option)
