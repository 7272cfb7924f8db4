/**
 * Makes a release: `npm run release` takes the changesets into versions and changelogs, builds, checks what is packed, and
 * leaves the tarballs in `release/`, with a bill of materials (`orbweaver.cdx.json`, CycloneDX). `-- --publish` publishes those that the registry does not have, with provenance: the
 * workflow `release` calls it. `-- --dry-run` changes nothing, and leaves out what CI runs by itself: build, tests, packed
 * tests (publint, arethetypeswrong, sizes) and licences.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, readdir, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { packAll } from "../packed/pack.ts"
import { billOfMaterials } from "./billOfMaterials.ts"
import { nextVersions, version } from "./versions.ts"

const root = resolve(import.meta.dirname, "../..")
const to = join(root, "release")
const dryRun = process.argv.includes("--dry-run")
const publish = process.argv.includes("--publish")

const run = async (command: string, ...args: ReadonlyArray<string>): Promise<void> => {
  console.log(`$ ${command} ${args.join(" ")}`)
  const child = spawn(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" })
  const [code] = (await once(child, "exit")) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}`)
}

/** Whether the registry has this version already, so that a release that stopped can go on. */
const isPublished = async (name: string, of: string): Promise<boolean> => {
  const child = spawn("npm", ["view", `${name}@${of}`, "version"], { stdio: ["ignore", "pipe", "ignore"] })
  return (await text(child.stdout)).includes(of)
}

const publishAll = async (): Promise<void> => {
  const versions = new Map((await nextVersions()).map(({ from, name }) => [name, from]))
  for (const [name, file] of await pack()) {
    const current = versions.get(name)!
    if (await isPublished(name, current)) console.log(`${name}@${current} is published already`)
    else await run("npm", "publish", file, "--provenance", "--access", "public")
  }
  await run("npx", "changeset", "tag")
}

const pack = async (): Promise<ReadonlyMap<string, string>> => {
  await rm(to, { recursive: true, force: true })
  await mkdir(to)
  const tarballs = await packAll(to)
  const from = (await nextVersions())[0]!.from
  const materials = join(to, "orbweaver.cdx.json")
  await writeFile(materials, await billOfMaterials(tarballs, from))
  console.log(`bill of materials: ${materials}`)
  return tarballs
}

if (dryRun) {
  for (const { from, name, to: next } of await nextVersions()) console.log(`${name} ${from} -> ${next}`)
  await run(process.execPath, "scripts/api/main.ts", "--check")
  const isBuilt = (await readdir(join(root, "packages/orbweaver"))).includes("dist")
  if (isBuilt) for (const [name, file] of await pack()) console.log(`would publish ${name} from ${file}`)
  else console.log("nothing is packed: `npm run build` comes first")
} else if (publish) {
  await publishAll()
} else {
  await version(root)
  await run("npm", "install", "--package-lock-only", "--ignore-scripts")
  await run("npx", "oxfmt")
  await run("npm", "run", "api", "--", "--check")
  await run("npx", "vitest", "run", "--root", "scripts", "test/licences.test.ts")
  await run("npm", "run", "test:packed")
  for (const [name, file] of await pack()) console.log(`${name}: ${file}`)
}
