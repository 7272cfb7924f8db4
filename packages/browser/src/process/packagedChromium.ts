/**
 * Unpacks the Chromium of `@sparticuz/chromium` (chrome-headless-shell for Linux
 * x64), so that `npm ci` is enough on a bare machine.
 *
 * The unpacked browser is 210 MB and takes two seconds to write, so it is kept
 * in a private folder under the temporary folder, one for each version
 * and user, and every later process finds it there. The folder appears by an
 * atomic rename, so it is whole or absent; one that belongs to somebody else or
 * that others may write to is refused.
 */
import { execFile } from "node:child_process"
import { createReadStream, createWriteStream } from "node:fs"
import { chmod, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, normalize, sep } from "node:path"
import { pipeline } from "node:stream/promises"
import { promisify } from "node:util"
import { brotliDecompress, createBrotliDecompress } from "node:zlib"

interface Unpacked {
  readonly path: string
  /** Folder of the shared libraries that come with the package. */
  readonly libraries: string
  /** Folder of its fonts and their fontconfig file. */
  readonly fonts: string
}

export const unpack = async (directory: string, parent: string = tmpdir()): Promise<Unpacked> => {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(`@sparticuz/chromium has no browser for ${process.platform} ${process.arch}`)
  }
  const { version } = JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as { version: string }
  const uid = userId()
  const home = join(parent, `orbweaver-chromium-${version.replace(/[^\w.-]/g, "")}-${uid}`)
  if (!(await isOurs(home, uid))) await make(join(directory, "bin"), home)
  return { path: join(home, "chromium"), libraries: join(home, "lib"), fonts: join(home, "fonts") }
}

/**
 * Names of the shared libraries that the browser needs and the machine lacks,
 * read from the dynamic linker itself (ld.so(8), `LD_TRACE_LOADED_OBJECTS`).
 */
export const missingLibraries = async (
  path: string,
  environment: Readonly<Record<string, string>>
): Promise<ReadonlyArray<string>> => {
  const { stdout } = await promisify(execFile)(path, [], {
    env: { ...environment, LD_TRACE_LOADED_OBJECTS: "1" },
    timeout: 30_000
  })
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name!)
}

/** Containers run as users that have no name, so the name is not asked for. */
const userId = (): number => process.getuid?.() ?? 0

const isOurs = async (home: string, uid: number): Promise<boolean> => {
  const found = await lstat(home).catch(() => undefined)
  if (found === undefined) return false
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new Error(`${home} exists and is not a private folder of this user`)
  }
  return true
}

const make = async (bin: string, home: string): Promise<void> => {
  const draft = await mkdtemp(`${home}.`)
  try {
    await Promise.all([
      pipeline(
        createReadStream(join(bin, "chromium.br"), { highWaterMark: 1 << 20 }),
        createBrotliDecompress({ chunkSize: 1 << 20 }),
        createWriteStream(join(draft, "chromium"), { mode: 0o700 })
      ),
      untar(join(bin, "swiftshader.tar.br"), draft),
      untar(join(bin, "al2023.tar.br"), draft),
      untar(join(bin, "fonts.tar.br"), join(draft, "fonts"))
    ])
    await writeFile(join(draft, "fonts", "fonts.conf"), fontsConf(home))
    await rename(draft, home)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process may have been faster; then its folder is as good.
    if (!(await isOurs(home, userId()))) throw error
  }
}

/** The package's own file names folders of AWS Lambda. */
const fontsConf = (home: string) =>
  `<?xml version="1.0"?><fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`

/** Extracts files and folders of a small tar (POSIX ustar); other entries are skipped. */
const untar = async (archive: string, into: string): Promise<void> => {
  const tar = await promisify(brotliDecompress)(await readFile(archive))
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const text = (from: number, length: number) =>
      tar.toString("latin1", at + from, at + from + length).replace(/\0.*$/s, "")
    const size = Number.parseInt(text(124, 12), 8)
    const path = join(into, normalize(text(0, 100)))
    if (!path.startsWith(into + sep) && path !== into)
      throw new Error(`${archive} contains a path outside of its folder`)
    if (text(156, 1) === "0" || text(156, 1) === "") {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, tar.subarray(at + 512, at + 512 + size))
      await chmod(path, Number.parseInt(text(100, 8), 8) & 0o755)
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
}
