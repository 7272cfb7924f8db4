/** How long each test file took: written by a Vitest run of one workspace folder, read by `runTests.ts` for all of them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Reporter, TestModule } from "vitest/node"

export interface FileTime {
  readonly file: string
  /** From the import of the file to the end of its last test. */
  readonly ms: number
}

/** Below a workspace folder; turbo restores it with a result that it has cached (`turbo.json`). */
const path = "node_modules/.cache/test-times.json"

export class FileTimes implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    for (const [folder, times] of Map.groupBy(modules, ({ project }) => project.config.root)) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(times.map(timeOf)))
    }
  }
}

const timeOf = (module: TestModule): FileTime => {
  const { collectDuration, duration, setupDuration } = module.diagnostic()
  return { file: module.relativeModuleId, ms: Math.round(collectDuration + setupDuration + duration) }
}

/** What the last run of a folder's tests took; nothing where none has run. */
export const readTimes = (folder: string): ReadonlyArray<FileTime> => {
  try {
    return JSON.parse(readFileSync(join(folder, path), "utf8"))
  } catch {
    return []
  }
}
