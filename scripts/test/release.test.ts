import { execFile } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { nextVersions } from "../release/versions.ts"

const root = resolve(import.meta.dirname, "../..")
const run = promisify(execFile)

describe("a release", () => {
  it("gives all packages the same next version, and tells of each changeset in a changelog", async () => {
    const versions = await nextVersions()
    expect(versions.map(({ name }) => name)).toContain("orbweaver")
    expect(new Set(versions.map(({ to }) => to)).size).toBe(1)
    const changesets = readdirSync(join(root, ".changeset")).filter((file) => /^(?!README).*\.md$/.test(file))
    if (changesets.length === 0) return
    expect(versions[0]!.to).not.toBe(versions[0]!.from)
    const words = (text: string) => text.replaceAll(/\s+/g, " ")
    const changelogs = words(versions.map(({ changelog }) => changelog).join("\n"))
    for (const file of changesets) {
      const text = readFileSync(join(root, ".changeset", file), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "")
      expect(changelogs, `${file} is in no changelog`).toContain(
        words(text)
          .trim()
          .split(/(?<=\.) /)[0]
      )
    }
  })

  it("shows what of the public interface has changed: npm run api", async () => {
    const checked = run(process.execPath, [join(root, "scripts/api/main.ts"), "--check"])
    await expect(checked).resolves.toMatchObject({ stderr: "" })
  })

  it("is published with provenance by a workflow that the scripts know", () => {
    const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8")
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    expect(workflow).toMatch(/id-token: write/)
    expect(workflow, "the registry trusts the workflow: it needs no token").not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/)
    for (const [, script] of workflow.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(script)
    for (const file of Object.values(scripts).flatMap((script) => script.match(/scripts\/\S+\.ts/g) ?? [])) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true])
    }
  })

  it("goes by steps that the workflow takes, and names them when none is given", async () => {
    const steps = [...readFileSync(join(root, ".github/workflows/release.yml"), "utf8").matchAll(/release -- (--\S+)/g)]
    const withoutStep = run(process.execPath, [join(root, "scripts/release/main.ts")])
    await expect(withoutStep).rejects.toMatchObject({
      code: 1,
      stderr: `Give one of ${steps.map(([, step]) => step).join(", ")}: npm run release -- --dry-run\n`
    })
  })
})
