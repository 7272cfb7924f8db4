// Counts, not times: what is loaded is the same on every machine.
import { describe, expect, it } from "vitest"
import { type Loaded, loadedBy, programs } from "../loaded/programs.ts"

describe("what a program loads", () => {
  it.each(Object.keys(programs))("%s stays within its modules and bytes", async (name) => {
    const { maxKilobytes, maxModules } = programs[name]!
    expect(await loadedBy(programs[name]!)).toSatisfy(
      ({ kilobytes, modules }: Loaded) => modules <= maxModules && kilobytes <= maxKilobytes
    )
  })
})
