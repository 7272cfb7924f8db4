// The linter holds the direction of dependencies; this holds the linter to it.
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Files that break a boundary by what they import, and a part of what the linter says of each. */
const forbidden = [
  ["packages/core/src/x.ts", "undici", "core knows effect only"],
  ["packages/core/src/crawl/x.ts", "node:fs", "core knows effect only"],
  ["packages/core/src/jobs/x.ts", "@orbweaver/html", "core knows effect only"],
  ["packages/core/src/jobs/memory/x.ts", "../../crawl/Crawler.ts", "jobs lies above crawl"],
  ["packages/core/src/model/x.ts", "../network/Egress.ts", "model lies above"],
  ["packages/extraction/src/json/x.ts", "../extract/Extractor.ts", "json lies above"],
  ["packages/http/src/wire/x.ts", "../gate/Operation.ts", "wire lies above"],
  ["packages/http/src/v2/x.ts", "../features/Engines.ts", "v2 lies above"],
  ["packages/http/src/features/search/x.ts", "../../server/Server.ts", "features lies above doors, console"],
  ["packages/http/src/features/search/x.ts", "../extract/extract.ts", "search lies above extract"],
  ["packages/http/src/features/search/x.ts", "@orbweaver/html", "never other adapters"],
  ["packages/html/src/x.ts", "@orbweaver/fetch", "never other adapters"],
  ["packages/html/src/page/x.ts", "../mainContent/select/selectMain.ts", "page lies above"],
  ["packages/html/src/markdown/rules/x.ts", "../../convert/convert.ts", "markdown lies above"],
  ["packages/html/src/markdown/rules/x.ts", "../walk/walk.ts", "rules lies above walk"],
  ["packages/documents/src/pdf/layout/x.ts", "../../threads/readers.ts", "pdf lies above"],
  ["packages/browser/src/tab/x.ts", "../pool/pool.ts", "tab lies above"],
  ["packages/http/src/x.ts", "@orbweaver/html", "never other adapters"],
  ["packages/fetch/src/x.ts", "@orbweaver/browser", "never other adapters"],
  ["packages/fetch/src/x.ts", "undici", "opened by @orbweaver/egress alone"],
  ["packages/egress/src/x.ts", "@orbweaver/fetch", "never other adapters"],
  ["packages/fetch/src/x.ts", "orbweaver", "not the other way round"],
  ["packages/core/src/model/x.ts", "effect", "import the submodule"]
] as const

/** Files that may import what they do. */
const allowed = [
  ["packages/browser/src/x.ts", "@orbweaver/egress/dial"],
  ["packages/html/src/x.ts", "@orbweaver/core/scrape/Format"],
  ["packages/html/src/mainContent/rules/x.ts", "../../structured/jsonLd.ts"],
  ["packages/http/src/x.ts", "@orbweaver/extraction/extract/Extractor"],
  ["packages/core/src/crawl/x.ts", "../jobs/Frontier.ts"],
  ["packages/http/src/features/crawl/x.ts", "../jobs/pageJobs.ts"],
  ["packages/http/src/features/crawl/x.ts", "../../v1/wire.ts"]
] as const

const cases = [...forbidden, ...allowed].map(([path, module], place) => ({
  file: path.replace(/x\.ts$/, `x${place}.ts`),
  module,
  place
}))

/** What the linter says of these files, by their places. */
const messages = new Map<number, string>()

beforeAll(async () => {
  const workspace = await mkdtemp(join(tmpdir(), "orbweaver-lint-"))
  for (const file of ["oxlint.config.ts", "scripts/house/rooms.ts"]) await cp(join(root, file), join(workspace, file))
  await symlink(join(root, "node_modules"), join(workspace, "node_modules"))
  for (const { file, module } of cases) {
    await mkdir(dirname(join(workspace, file)), { recursive: true })
    await writeFile(join(workspace, file), `import * as all from "${module}"\nexport const kept = all\n`)
  }
  const output = await new Promise<string>((resolve) => {
    const args = ["--format=json", "packages"]
    execFile(join(root, "node_modules/.bin/oxlint"), args, { cwd: workspace }, (_, stdout) => resolve(stdout))
  })
  await rm(workspace, { recursive: true })
  const { diagnostics, number_of_files: files } = JSON.parse(output) as Report
  if (files !== cases.length) throw new Error(`the linter read ${files} of ${cases.length} files: ${output}`)
  for (const { file, place } of cases) {
    const own = diagnostics.filter(({ filename }) => filename.endsWith(file))
    messages.set(place, own.map(({ code, help, message }) => `${code} ${message} ${help}`).join("\n"))
  }
})

interface Report {
  readonly number_of_files: number
  readonly diagnostics: ReadonlyArray<{
    readonly filename: string
    readonly code: string
    readonly message: string
    readonly help: string
  }>
}

for (const [place, [path, module, message]] of forbidden.entries()) {
  it(`${path} may not import ${module}`, () => {
    expect(messages.get(place)).toContain(message)
  })
}

for (const [place, [path, module]] of allowed.entries()) {
  it(`${path} may import ${module}`, () => {
    expect(messages.get(forbidden.length + place)).not.toContain("no-restricted-imports")
  })
}
