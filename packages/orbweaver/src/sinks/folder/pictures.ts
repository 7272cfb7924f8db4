/** Pictures of pages as files of their own, named by their content: the same picture of two addresses is one file. */
import { defined } from "@orbweaver/core/internal/support/defined"
import { createHash } from "node:crypto"
import { access } from "node:fs/promises"
import { join } from "node:path"
import { counted } from "@orbweaver/core/internal/support/counted"
import * as Effect from "effect/Effect"
import { writeAtomically } from "../atomicFile.ts"
import type { Download } from "../Sink.ts"
import { addressOf, linkTargets, relativeTarget, replaceTargets } from "./linkTargets.ts"
import { picturesName } from "./pagePath.ts"

export interface PictureLimits {
  /** Most pictures of a run. Default: 1,000. */
  readonly maxCount?: number | undefined
  /** Largest picture, in bytes. Default: 5 MiB. */
  readonly maxBytes?: number | undefined
  /** All pictures of a run together, in bytes. Default: 250 MiB. */
  readonly maxTotalBytes?: number | undefined
}

const MiB = 1024 * 1024
export const defaultLimits = { maxCount: 1000, maxBytes: 5 * MiB, maxTotalBytes: 250 * MiB } as const

/** Pictures of a page that are requested at once. */
const concurrency = 4
/** Time for all pictures of a page. */
const pageTimeMs = 60_000

/** Extensions by media type (https://developer.mozilla.org/docs/Web/Media/Guides/Formats/Image_types). */
const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/apng": "png",
  "image/jpeg": "jpg",
  "image/jpg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  "image/bmp": "bmp",
  "image/x-icon": "ico",
  "image/vnd.microsoft.icon": "ico",
  "image/tiff": "tif",
  "image/jxl": "jxl"
}

export interface Pictures {
  /** The Markdown of a page at `file` with pictures of the folder in the place of those of the web, as far as they are had. */
  readonly localize: (markdown: string, file: string) => Promise<string>
  /** What was left on the web, in sentences. */
  readonly warnings: () => ReadonlyArray<string>
}

export const makePictures = (folder: string, download: Download, limits: PictureLimits): Pictures => {
  const { maxBytes, maxCount, maxTotalBytes } = { ...defaultLimits, ...defined(limits) }
  const files = new Map<string, Promise<string | undefined>>()
  let bytes = 0
  let beyond = 0
  let failed = 0
  let firstFailure: string | undefined

  const save = async (address: string): Promise<string | undefined> => {
    try {
      const response = await download(address, { maxBytes })
      const extension = extensions[response.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? ""]
      if (response.status !== 200) throw new Error(`it answered ${response.status}`)
      if (extension === undefined) throw new Error("the answer is no picture")
      if (bytes + response.body.byteLength > maxTotalBytes) {
        beyond += 1
        return undefined
      }
      bytes += response.body.byteLength
      const name = `${createHash("sha256").update(response.body).digest("hex").slice(0, 32)}.${extension}`
      const path = join(folder, picturesName, name)
      const exists = await access(path).then(
        () => true,
        () => false
      )
      if (!exists) await writeAtomically(path, response.body)
      return `${picturesName}/${name}`
    } catch (error) {
      failed += 1
      firstFailure ??= `${address} (${error instanceof Error ? error.message : String(error)})`
      return undefined
    }
  }

  const fileOf = (address: string): Promise<string | undefined> | undefined => {
    const known = files.get(address)
    if (known !== undefined) return known
    if (files.size >= maxCount || bytes >= maxTotalBytes) {
      beyond += 1
      return undefined
    }
    const file = save(address)
    files.set(address, file)
    return file
  }

  return {
    localize: async (markdown, file) => {
      const targets = (await Effect.runPromise(linkTargets(markdown))).filter(({ isPicture }) => isPicture)
      const addresses = [...new Set(targets.flatMap(({ target }) => withoutHash(target) ?? []))]
      const saved = new Map<string, string>()
      const until = performance.now() + pageTimeMs
      const work = async () => {
        for (let address = addresses.shift(); address !== undefined; address = addresses.shift()) {
          if (performance.now() > until) {
            beyond += 1
            continue
          }
          const path = await fileOf(address)
          if (path !== undefined) saved.set(address, path)
        }
      }
      await Promise.all(Array.from({ length: concurrency }, work))
      return replaceTargets(markdown, targets, ({ target }) => {
        const path = saved.get(withoutHash(target) ?? "")
        return path === undefined ? undefined : relativeTarget(file, path)
      })
    },
    warnings: () => [
      ...(beyond === 0
        ? []
        : [
            `${counted(beyond, "picture")} beyond the limits stayed on the web (\`pictures: { maxCount: ${maxCount}, maxTotalBytes: ${maxTotalBytes} }\`, and a minute for each page).`
          ]),
      ...(failed === 0
        ? []
        : [
            `${counted(failed, "picture")} could not be saved and stayed on the web, such as ${firstFailure}. Larger ones than \`pictures.maxBytes\` (${maxBytes}) are refused.`
          ])
    ]
  }
}

const withoutHash = (target: string): string | undefined => {
  const url = addressOf(target)
  if (url === undefined) return undefined
  url.hash = ""
  return url.href
}
