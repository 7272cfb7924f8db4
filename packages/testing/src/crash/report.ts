/** What a run of the crash suite says. */

export interface CrashReport {
  readonly target: string
  readonly seed: number
  /** How often each fault happened, by its name. */
  readonly faults: Readonly<Record<string, number>>
  /** Processes killed with SIGKILL. */
  readonly kills: number
  readonly pages: number
  /** Pages without a result. */
  readonly lost: number
  /** Pages with more than one. */
  readonly doubled: number
  readonly paidTwice: number
  readonly unpaid: number
  /** Pages that are active or queued at the end. */
  readonly stillActive: number
  /** Pages that no webhook reported. */
  readonly untold: number
  /** The webhook of the start came first, those of all pages before that of the end. */
  readonly toldInOrder: boolean
  readonly status: string
  /** From the last fault to the end of the job. */
  readonly secondsToEnd: number
}

/** Every page once, paid once, reported in order, and the job ended within a minute of the last fault. */
export const isWhole = (report: CrashReport): boolean =>
  report.status === "completed" &&
  report.secondsToEnd <= 60 &&
  report.toldInOrder &&
  report.lost + report.doubled + report.paidTwice + report.unpaid + report.stillActive + report.untold === 0

/** The reports as a table in Markdown, a line for each target. */
export const tableOf = (reports: ReadonlyArray<CrashReport>): string => {
  const columns: ReadonlyArray<readonly [string, (of: ReadonlyArray<CrashReport>) => string | number]> = [
    ["stores", (of) => of[0]?.target ?? ""],
    ["crawls", (of) => of.length],
    ["faults", (of) => sum(of, ({ faults }) => Object.values(faults).reduce((total, count) => total + count, 0))],
    ["kills", (of) => sum(of, ({ kills }) => kills)],
    ["pages", (of) => sum(of, ({ pages }) => pages)],
    ["lost", (of) => sum(of, ({ lost }) => lost)],
    ["doubled", (of) => sum(of, ({ doubled }) => doubled)],
    ["paid twice", (of) => sum(of, ({ paidTwice }) => paidTwice)],
    ["unpaid", (of) => sum(of, ({ unpaid }) => unpaid)],
    ["untold", (of) => sum(of, ({ untold }) => untold)],
    ["out of order", (of) => of.filter(({ toldInOrder }) => !toldInOrder).length],
    ["still active", (of) => sum(of, ({ stillActive }) => stillActive)],
    ["longest end, s", (of) => Math.max(0, ...of.map(({ secondsToEnd }) => secondsToEnd))]
  ]
  const line = (cells: ReadonlyArray<string | number>) => `| ${cells.join(" | ")} |`
  const targets = [...new Set(reports.map(({ target }) => target))]
  return [
    line(columns.map(([name]) => name)),
    line(columns.map(() => "---")),
    ...targets.map((target) => {
      const of = reports.filter((report) => report.target === target)
      return line(columns.map(([, value]) => value(of)))
    })
  ].join("\n")
}

/** How often each fault happened over all reports, most first, as a table in Markdown. */
export const faultsTable = (reports: ReadonlyArray<CrashReport>): string => {
  const counts = new Map<string, number>()
  for (const { faults } of reports) {
    for (const [name, count] of Object.entries(faults)) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const rows = [...counts].toSorted(([, a], [, b]) => b - a).map(([name, count]) => `| ${name} | ${count} |`)
  return ["| fault | times |", "| --- | --- |", ...rows].join("\n")
}

const sum = (of: ReadonlyArray<CrashReport>, value: (report: CrashReport) => number): number =>
  of.reduce((total, report) => total + value(report), 0)
