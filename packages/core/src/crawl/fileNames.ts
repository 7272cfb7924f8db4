/**
 * Addresses that are named like files: `/logo.png`, but also `/wiki/Node.js`, `/wiki/File:Cat.png` and `/company/acme.inc`,
 * which are pages. The name does not say which, so the site is asked for the type, and what it answers decides about the
 * names of the same kind: those with the same extension below the same first segment of the path.
 *
 * A site links thousands of pictures and nearly none of them is a page: of each kind a few are asked about, and the others
 * are files if those were. Belongs to one crawl in one worker and remembers a bounded number of kinds.
 */
import { LruMap } from "../support/LruMap.ts"

export interface FileNames {
  /** Whether the address, found now, may be a page. Counts the address. */
  readonly mayBePage: (url: URL) => boolean
  /** Whether what was asked about since leaves it possible that the address is a page. */
  readonly isOpen: (url: URL) => boolean
  /** What the site answered. */
  readonly report: (url: URL, isPage: boolean) => void
}

interface NameLimits {
  /** Files of a kind after which others are files too, while no page is among them. */
  readonly files: number
  /** Files on a host with the same extension after which further kinds with it are files too, while no page is among them. */
  readonly filesOfHost: number
  /** Addresses of a kind that wait for their turn at once. */
  readonly waiting: number
  /** Kinds that are remembered; the least recently used are forgotten first. */
  readonly kinds: number
}

const limits: NameLimits = { files: 3, filesOfHost: 12, waiting: 50, kinds: 10_000 }

interface Seen {
  waiting: number
  pages: number
  files: number
}

/** Extensions of what is no page and cannot be read as one. */
const extensions = new Set(
  "png jpg jpeg gif css js ico svg tiff zip exe dmg mp4 mp3 wav avi flv woff ttf woff2 webp inc".split(" ")
)

/** The extension, in lower case, of a path that is named like a file which is no page. */
export const fileExtension = (path: string): string | undefined => {
  const dot = path.lastIndexOf(".")
  if (dot < 0 || path.length - dot > 6) return undefined
  const extension = path.slice(dot + 1).toLowerCase()
  return extensions.has(extension) ? extension : undefined
}

export const makeFileNames = (limitOverrides: Partial<NameLimits> = {}): FileNames => {
  const bounds = { ...limits, ...limitOverrides }
  const kinds = new LruMap<string, Seen>({ maxEntries: bounds.kinds })

  const seenOf = (key: string): Seen => {
    const known = kinds.get(key)
    if (known !== undefined) return known
    const seen: Seen = { waiting: 0, pages: 0, files: 0 }
    kinds.set(key, seen)
    return seen
  }

  /** What is known of names of the kind, and of all with the extension on the host. */
  const about = ({ host, pathname }: URL): { readonly kind: Seen; readonly all: Seen } => {
    const extension = fileExtension(pathname) ?? ""
    const second = pathname.indexOf("/", 1)
    const folder = second < 0 ? "" : pathname.slice(1, second)
    return { kind: seenOf(`${host}/${folder} ${extension}`), all: seenOf(`${host} ${extension}`) }
  }

  const isPossible = ({ all, kind }: ReturnType<typeof about>): boolean =>
    kind.pages > 0
      ? kind.files < bounds.files * (1 + kind.pages)
      : kind.files < bounds.files && all.files < bounds.filesOfHost * (1 + all.pages)

  return {
    mayBePage: (url) => {
      const seen = about(url)
      if (!isPossible(seen) || (seen.kind.pages === 0 && seen.kind.waiting >= bounds.waiting)) return false
      seen.kind.waiting++
      return true
    },
    isOpen: (url) => isPossible(about(url)),
    report: (url, isPage) => {
      const { all, kind } = about(url)
      kind.waiting = Math.max(0, kind.waiting - 1)
      for (const seen of [kind, all]) {
        if (isPage) seen.pages++
        else seen.files++
      }
    }
  }
}
