/**
 * Makes a release, in the steps that the workflow `release` takes:
 *
 * - `npm run release -- --dry-run` builds and checks all that a release is made of, packs it into `release/` with a bill of
 *   materials (`orbweaver.cdx.json`, CycloneDX), and prints what would go out. No tracked file changes.
 * - `npm run release -- --version` takes the changesets into versions and changelogs.
 * - `npm run release -- --publish` publishes the versions that the registry does not have.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, rm, stat, writeFile } from "node:fs/promises"
import { join, relative, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { packAll } from "../packed/pack.ts"
import { billOfMaterials } from "./billOfMaterials.ts"
import { nextVersions, version } from "./versions.ts"

const root = resolve(import.meta.dirname, "../..")
const to = join(root, "release")

const run = async (command: string, ...args: ReadonlyArray<string>): Promise<void> => {
  console.log(`$ ${command} ${args.join(" ")}`)
  const child = spawn(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" })
  const [code] = (await once(child, "exit")) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}`)
}

/** Builds; then the public interface, licences, and the tarballs elsewhere: programs, publint, arethetypeswrong, sizes. */
const check = async (): Promise<void> => {
  await run("npm", "run", "test:packed")
  await run("npm", "run", "api", "--", "--check")
  await run("npx", "vitest", "run", "--root", "scripts", "test/licences.test.ts")
}

const pack = async (): Promise<ReadonlyMap<string, string>> => {
  await rm(to, { recursive: true, force: true })
  await mkdir(to)
  const tarballs = await packAll(to)
  await writeFile(join(to, "orbweaver.cdx.json"), await billOfMaterials(tarballs, (await nextVersions())[0]!.from))
  return tarballs
}

const dryRun = async (): Promise<void> => {
  await check()
  const tarballs = await pack()
  for (const { changelog, from, name, to: next } of await nextVersions()) {
    const file = tarballs.get(name)!
    const kilobytes = Math.round((await stat(file)).size / 1000)
    const changes = changesOf(changelog, next)
    console.log(`${name} ${from} -> ${next}: ${changes} changes, ${relative(root, file)} (${kilobytes} kB)`)
  }
}

/** Entries of a version in a changelog. */
const changesOf = (changelog: string, of: string): number => {
  const [, entries = ""] = changelog.split(`\n## ${of}\n`)
  return entries.split(/\n## /)[0]!.match(/^- (?!Updated dependencies)/gm)?.length ?? 0
}

/** Whether the registry has this version already, so that a release that stopped can go on. */
const isPublished = async (name: string, of: string): Promise<boolean> => {
  const child = spawn("npm", ["view", `${name}@${of}`, "version"], { stdio: ["ignore", "pipe", "ignore"] })
  return (await text(child.stdout)).includes(of)
}

const publish = async (): Promise<void> => {
  await run("npm", "run", "build")
  const versions = new Map((await nextVersions()).map(({ from, name }) => [name, from]))
  for (const [name, file] of await pack()) {
    const current = versions.get(name)!
    if (await isPublished(name, current)) console.log(`${name}@${current} is published already`)
    else await run("npm", "publish", file, "--provenance", "--access", "public")
  }
  await run("npx", "changeset", "tag")
}

const takeChangesets = async (): Promise<void> => {
  await version(root)
  await run("npm", "install", "--package-lock-only", "--ignore-scripts")
  await run("npx", "oxfmt")
}

const steps = { "dry-run": dryRun, version: takeChangesets, publish }
const { values } = parseArgs({
  options: { "dry-run": { type: "boolean" }, version: { type: "boolean" }, publish: { type: "boolean" } }
})
const [step, ...others] = Object.keys(values) as ReadonlyArray<keyof typeof steps>
if (step === undefined || others.length > 0) {
  console.error(
    `Give one of ${Object.keys(steps)
      .map((name) => `--${name}`)
      .join(", ")}: npm run release -- --dry-run`
  )
  process.exitCode = 1
} else {
  await steps[step]()
}
