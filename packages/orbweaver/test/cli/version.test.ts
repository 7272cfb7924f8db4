// The launcher answers the version itself; it has to be the answer of the program.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"
import { bin } from "../support/commandProcess.ts"

const run = promisify(execFile)

describe("the version of the command", () => {
  it.each(["--version", "-v", "-V"])("is the same by %s from the launcher and from the program", async (flag) => {
    const launched = await run(process.execPath, [bin, flag])
    const { code, stdout } = await runToEnd([flag])
    expect(code).toBe(0)
    expect(launched).toMatchObject({ stdout, stderr: "" })
  })
})
