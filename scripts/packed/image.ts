/**
 * What the image is built from (`deploy/Dockerfile`): the tarballs, and a manifest that installs them with the browser and the
 * PostgreSQL stores. `npm run image:context` makes it in `deploy/context`.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import { packAll } from "./pack.ts"
import { manifestOf } from "./size.ts"

const root = resolve(import.meta.dirname, "../..")

export const makeContext = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, "tarballs"), { recursive: true })
  const made = await packAll(join(folder, "tarballs"))
  const tarballs = new Map([...made].map(([name, file]) => [name, `tarballs/${basename(file)}`]))
  const { dependencies, overrides, ...manifest } = manifestOf(tarballs)
  const { "@orbweaver/browser": browser, ...others } = overrides
  const { peerDependencies } = JSON.parse(await readFile(join(root, "packages/orbweaver/package.json"), "utf8")) as {
    readonly peerDependencies: Readonly<Record<string, string>>
  }
  const needed = { ...dependencies, "@orbweaver/browser": browser, ...withoutOwn(peerDependencies) }
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ ...manifest, name: "orbweaver-image", dependencies: needed, overrides: others }, null, 2)
  )
}

const withoutOwn = (peers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(peers).filter(([name]) => !name.startsWith("@orbweaver/")))

/** Commands of the Dockerfile that need no other image: `RUN npm …`, `HEALTHCHECK`, `ENTRYPOINT` with `CMD`. */
export const stepsOf = async () => {
  const text = await readFile(join(root, "deploy/Dockerfile"), "utf8")
  const step = (pattern: RegExp): string => {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`deploy/Dockerfile has no line like ${pattern}`)
    return found
  }
  const list = (pattern: RegExp) => JSON.parse(step(pattern)) as ReadonlyArray<string>
  return {
    install: step(/^RUN (npm .*)$/m),
    healthy: list(/^HEALTHCHECK .*?CMD (\[.*\])$/m),
    start: [...list(/^ENTRYPOINT (\[.*\])$/m), ...list(/^CMD (\[.*\])$/m)]
  }
}

if (import.meta.main) await makeContext(join(root, "deploy/context"))
