/** A difference (the unified format of git) as rows of two versions. */

export interface Row {
  readonly before?: string
  readonly after?: string
  /** Where the lines stand, between parts that are left out. */
  readonly place?: string
}

/** Removed and added lines of one change stand beside each other. */
export const rowsOf = (text: string): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  let removed: Array<string> = []
  let added: Array<string> = []
  const settle = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      rows.push({
        ...(removed[at] === undefined ? {} : { before: removed[at] }),
        ...(added[at] === undefined ? {} : { after: added[at] })
      })
    }
    removed = []
    added = []
  }
  for (const line of text.split("\n")) {
    if (/^(?:---|\+\+\+) /.test(line) || line.startsWith("\\")) continue
    if (line.startsWith("@@")) {
      settle()
      rows.push({ place: line })
    } else if (line.startsWith("-")) removed.push(line.slice(1))
    else if (line.startsWith("+")) added.push(line.slice(1))
    else {
      settle()
      rows.push({ before: line.slice(1), after: line.slice(1) })
    }
  }
  settle()
  return rows
}
