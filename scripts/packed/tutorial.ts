/** Follows a page for beginners from its first command, in an empty folder, with the packed tarballs. */
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Block, blocksOf, root } from "../../docs/blocks/extract.ts"
import { start } from "../../docs/blocks/exampleSite.ts"
import { timeout } from "./limit.ts"
import { manifestOf } from "./size.ts"

const run = promisify(execFile)

/** The file that the text above a program tells the reader to write, where it names one. */
const fileAbove = (lines: ReadonlyArray<string>, from: number, to: number): string | undefined =>
  /`([\w-]+\.m?[jt]s)`/.exec(lines.slice(from, to).join("\n"))?.[1]

/** A line of a shell, with tarballs in the place of what the registry would have. */
const shellLine = async (line: string, folder: string, tarballs: ReadonlyMap<string, string>): Promise<string> => {
  if (!/^npm install\b/.test(line)) return line
  const { dependencies, overrides } = manifestOf(tarballs)
  const path = join(folder, "package.json")
  const manifest = await readFile(path, "utf8").catch(() => "{}")
  await writeFile(path, JSON.stringify({ ...(JSON.parse(manifest) as object), overrides }))
  return `${line.replace(/ #.*$/, "").replace(/\borbweaver\b/, `'${dependencies.orbweaver}'`)} --no-audit --no-fund --ignore-scripts`
}

/**
 * Runs the commands and programs of `page` in their order, from the first command of npm that concerns a folder of the
 * reader's, up to its last program or the first `programs`; returns what went wrong. `npm` is the command that stands for npm.
 */
export const followPage = async (
  page: string,
  tarballs: ReadonlyMap<string, string>,
  node: string,
  npm: ReadonlyArray<string>,
  programs = Infinity
): Promise<string | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-tutorial-"))
  const site = await start()
  const text = await readFile(join(root, page), "utf8")
  const lines = text.split("\n")
  const npmFunction = `npm() { command ${npm.map((word) => `'${word}'`).join(" ")} "$@"; }`
  let file: string | undefined
  let above = 0
  let ran = 0
  let begun = false
  const follow = async (block: Block): Promise<void> => {
    if (block.kind === "shell") {
      for (const line of block.code.split("\n")) {
        await run("bash", ["-ec", `${npmFunction}\n${await shellLine(line, folder, tarballs)}`], {
          cwd: folder,
          timeout
        })
      }
      return
    }
    file = fileAbove(lines, above, block.line) ?? file
    if (file === undefined) throw new Error(`${page} does not say in which file its first program stands`)
    const code = block.code
      .replaceAll("https://example.com", site.origin)
      .replaceAll("createOrbweaver()", "createOrbweaver({ egress: { allowLocal: true } })")
    await writeFile(join(folder, file), code)
    const { stdout } = await run(node, [file], { cwd: folder, timeout })
    if (stdout.trim() === "" || block.prints?.test(stdout) === false) throw new Error(`${file} printed\n${stdout}`)
    ran++
  }
  try {
    // The tabs of other package managers: each installs the packages in a check of its own.
    for (const block of blocksOf(page, text).filter(({ code }) => !/^(?:pnpm|yarn|bun) /.test(code))) {
      begun ||= /^npm (?:init|install)\b/.test(block.code)
      if (begun && ran < programs && (block.kind === "shell" || block.kind === "program")) await follow(block)
      above = block.line + block.code.split("\n").length
    }
    return ran === 0 ? `${page} has no program` : undefined
  } catch (error) {
    const { stderr = "", stdout = "" } = error as { readonly stdout?: string; readonly stderr?: string }
    return `${String(error)}\n${stdout}\n${stderr}`
  } finally {
    site.close()
    await rm(folder, { recursive: true, force: true })
  }
}
