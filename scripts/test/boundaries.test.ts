// The linter holds the direction of dependencies; this holds the linter to it.
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** What the linter says of a file with this content at this place of a workspace. */
const lint = async (path: string, content: string): Promise<string> => {
  const workspace = await mkdtemp(join(tmpdir(), "orbweaver-lint-"))
  for (const file of ["oxlint.config.ts", "scripts/house/rooms.ts"]) await cp(join(root, file), join(workspace, file))
  await symlink(join(root, "node_modules"), join(workspace, "node_modules"))
  await mkdir(dirname(join(workspace, path)), { recursive: true })
  await writeFile(join(workspace, path), content)
  const output = await new Promise<string>((resolve) => {
    execFile(join(root, "node_modules/.bin/oxlint"), ["packages"], { cwd: workspace }, (_, stdout, stderr) =>
      resolve(stdout + stderr)
    )
  })
  await rm(workspace, { recursive: true })
  return output
}

const use = (module: string) => `import * as all from "${module}"\nexport const kept = all\n`

for (const [path, module, message] of [
  ["packages/core/src/x.ts", "undici", "core knows effect only"],
  ["packages/core/src/crawl/x.ts", "node:fs", "core knows effect only"],
  ["packages/core/src/jobs/x.ts", "@orbweaver/html", "core knows effect only"],
  ["packages/core/src/jobs/memory/x.ts", "../../crawl/Crawler.ts", "jobs lies above crawl"],
  ["packages/core/src/model/x.ts", "../network/Egress.ts", "model lies above"],
  ["packages/extraction/src/json/x.ts", "../extract/Extractor.ts", "json lies above"],
  ["packages/http/src/wire/x.ts", "../gate/Operation.ts", "wire lies above"],
  ["packages/http/src/v2/x.ts", "../features/Engines.ts", "v2 lies above"],
  ["packages/http/src/features/search/x.ts", "../../server/Server.ts", "features lies above console"],
  ["packages/http/src/features/search/x.ts", "../extract/extract.ts", "search lies above extract"],
  ["packages/http/src/features/search/x.ts", "@orbweaver/html", "never other adapters"],
  ["packages/html/src/x.ts", "@orbweaver/fetch", "never other adapters"],
  ["packages/http/src/x.ts", "@orbweaver/html", "never other adapters"],
  ["packages/fetch/src/x.ts", "@orbweaver/browser", "never other adapters"],
  ["packages/fetch/src/x.ts", "undici", "opened by @orbweaver/egress alone"],
  ["packages/egress/src/x.ts", "@orbweaver/fetch", "never other adapters"],
  ["packages/fetch/src/x.ts", "orbweaver", "not the other way round"],
  ["packages/core/src/model/x.ts", "effect", "import the submodule"]
] as const) {
  it(`${path} may not import ${module}`, async () => {
    expect(await lint(path, use(module))).toContain(message)
  })
}

it.each([
  ["packages/browser/src/x.ts", "@orbweaver/egress/dial"],
  ["packages/html/src/x.ts", "@orbweaver/core/scrape/Format"],
  ["packages/http/src/x.ts", "@orbweaver/extraction/extract/Extractor"],
  ["packages/core/src/crawl/x.ts", "../jobs/Frontier.ts"],
  ["packages/http/src/features/crawl/x.ts", "../jobs/pageJobs.ts"],
  ["packages/http/src/features/crawl/x.ts", "../../v1/wire.ts"]
])("%s may import %s", async (path, module) => {
  expect(await lint(path, use(module))).not.toContain("no-restricted-imports")
})
