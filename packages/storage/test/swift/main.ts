/**
 * The tests of the S3 store against Debian's Swift with its S3 API, or against any store:
 *
 *     npm run swift -w packages/storage
 *     npm run swift -w packages/storage -- --endpoint https://s3.example.com --bucket tests --access-key … --secret-key …
 *
 * Swift is that of the system where it is installed. Elsewhere its packages are downloaded from the mirror of a Debian, and
 * run from the temporary folder without being installed.
 */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, mkdir, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { AwsV4Signer } from "aws4fetch"

const { values } = parseArgs({
  options: {
    endpoint: { type: "string" },
    bucket: { type: "string", default: "orbweaver-tests" },
    "access-key": { type: "string", default: "test:tester" },
    "secret-key": { type: "string", default: "testing" }
  }
})

const python = "/usr/bin/python3"
const packages = ["swift-proxy", "swift-account", "swift-container", "swift-object"]

const isInstalled = (): boolean => spawnSync(python, ["-c", "import swift.proxy.server"]).status === 0

/** Throws with what the command wrote. */
const run = (command: string, args: ReadonlyArray<string>, cwd?: string): string => {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: "utf8" })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr}`)
  return stdout
}

/** The settings under which Python finds Swift in `folder`. */
const download = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const archives = join(folder, "packages")
  const root = join(folder, "root")
  await mkdir(archives)
  const planned = run("apt-get", ["install", "--simulate", "--no-install-recommends", ...packages])
  const names = [...planned.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? [])
  run("apt-get", ["download", ...names], archives)
  for (const archive of await readdir(archives)) run("dpkg", ["-x", join(archives, archive), root])
  const machine = run("dpkg-architecture", ["-qDEB_HOST_MULTIARCH"]).trim()
  return { PYTHONPATH: join(root, "usr/lib/python3/dist-packages"), LD_LIBRARY_PATH: join(root, "usr/lib", machine) }
}

/** Starts Swift with an empty bucket; `stop` ends it. */
const startSwift = async (folder: string) => {
  const env = isInstalled() ? {} : await download(folder)
  const server = spawn(python, [join(import.meta.dirname, "server.py"), join(folder, "data")], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"]
  })
  const ended = once(server, "exit")
  const port = await Promise.race([
    once(createInterface({ input: server.stdout }), "line").then(([line]) => String(line)),
    ended.then(() => {
      throw new Error("Swift did not start")
    })
  ])
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.stdin.end()
      await ended
    }
  }
}

const makeBucket = async (endpoint: string): Promise<void> => {
  const signed = await new AwsV4Signer({
    url: `${endpoint}/${values.bucket}`,
    method: "PUT",
    service: "s3",
    region: "us-east-1",
    accessKeyId: values["access-key"],
    secretAccessKey: values["secret-key"]
  }).sign()
  const { ok, status } = await fetch(signed.url, { method: "PUT", headers: signed.headers })
  if (!ok) throw new Error(`The bucket could not be made: ${status}`)
}

const test = async (endpoint: string): Promise<number> => {
  const store = {
    endpoint,
    bucket: values.bucket,
    accessKeyId: values["access-key"],
    secretAccessKey: values["secret-key"]
  }
  const vitest = spawn("vitest", ["run", "test/s3"], {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { ...process.env, ORBWEAVER_TEST_S3: JSON.stringify(store) },
    stdio: "inherit"
  })
  const [code] = await once(vitest, "exit")
  return typeof code === "number" ? code : 1
}

if (values.endpoint !== undefined) process.exitCode = await test(values.endpoint)
else {
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-swift-"))
  try {
    const swift = await startSwift(folder)
    await makeBucket(swift.endpoint)
    process.exitCode = await test(swift.endpoint)
    await swift.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
