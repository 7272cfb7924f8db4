// The linter holds the direction of dependencies; this holds the linter to it.
import { execFile } from "node:child_process"
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** What the linter says of a file with this content at this place of a workspace. */
const lint = async (path: string, content: string): Promise<string> => {
  const workspace = await mkdtemp(join(tmpdir(), "orbweaver-lint-"))
  await copyFile(join(root, ".oxlintrc.json"), join(workspace, ".oxlintrc.json"))
  await mkdir(dirname(join(workspace, path)), { recursive: true })
  await writeFile(join(workspace, path), content)
  const output = await new Promise<string>((resolve) => {
    execFile(join(root, "node_modules/.bin/oxlint"), ["."], { cwd: workspace }, (_, stdout, stderr) =>
      resolve(stdout + stderr)
    )
  })
  await rm(workspace, { recursive: true })
  return output
}

const use = (module: string) => `import * as all from "${module}"\nexport const kept = all\n`

for (const [path, module, message] of [
  ["packages/core/src/x.ts", "undici", "core knows effect only"],
  ["packages/core/src/x.ts", "node:fs", "core knows effect only"],
  ["packages/core/src/x.ts", "@orbweaver/html", "core knows effect only"],
  ["packages/html/src/x.ts", "@orbweaver/fetch", "never each other"],
  ["packages/http/src/x.ts", "@orbweaver/html", "never each other"],
  ["packages/fetch/src/x.ts", "orbweaver", "not the other way round"],
  ["packages/core/src/x.ts", "effect", "import the submodule"]
] as const) {
  it(`${path} may not import ${module}`, async () => {
    expect(await lint(path, use(module))).toContain(message)
  })
}

it("what is allowed passes", async () => {
  expect(await lint("packages/html/src/x.ts", use("@orbweaver/core/Format"))).not.toContain("no-restricted-imports")
})
