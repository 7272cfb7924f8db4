/** The rooms of a package, the arrows between them, and which of these run upwards. */
import { folderOf, rooms } from "./rooms.ts"
import type { SourceFile } from "./imports.ts"

export interface Arrow {
  readonly from: string
  readonly to: string
  /** Imports that make it. */
  readonly imports: number
  /** Examples of an arrow that runs upwards; empty otherwise. */
  readonly upward: ReadonlyArray<string>
}

export interface Structure {
  readonly rooms: ReadonlyArray<string>
  readonly arrows: ReadonlyArray<Arrow>
}

export const structureOf = (name: string, files: ReadonlyArray<SourceFile>): Structure => {
  const order = rooms[name] ?? []
  const prefix = `${folderOf(name)}/`
  const roomOf = (path: string): string | undefined =>
    path.startsWith(prefix) && path.slice(prefix.length).includes("/")
      ? path.slice(prefix.length).split("/")[0]
      : undefined
  const arrows = new Map<string, Arrow>()
  const found = new Set<string>()
  for (const { imports, path } of files) {
    const from = roomOf(path)
    if (from === undefined) continue
    found.add(from)
    for (const target of imports) {
      const to = roomOf(target)
      if (to === undefined || to === from) continue
      const known = arrows.get(`${from} ${to}`)
      const runsUp = order.indexOf(to) > order.indexOf(from)
      arrows.set(`${from} ${to}`, {
        from,
        to,
        imports: (known?.imports ?? 0) + 1,
        upward: runsUp ? [...(known?.upward ?? []), `${path} -> ${target}`] : []
      })
    }
  }
  return { rooms: [...found].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)), arrows: [...arrows.values()] }
}
