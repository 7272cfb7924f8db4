/** Lists of a Word file of 1997 to 2003 ([MS-DOC] §2.9.131, §2.9.150): which of their levels are numbered. */
import { viewOf } from "../../bytes/viewOf.ts"

const bullet = 23
const noNumber = 255
const maxLists = 5000

/** Whether a level of a list counts, by the list's number from 1 and the level from 0. */
type IsOrdered = (list: number, level: number) => boolean

export const readLists = (
  table: Uint8Array,
  lists: { readonly at: number; readonly size: number },
  uses: { readonly at: number; readonly size: number }
): IsOrdered => {
  const formats = new Map<number, ReadonlyArray<number>>()
  const view = viewOf(table)
  const has = (at: number, size: number): boolean => at >= 0 && at + size <= table.length
  if (lists.size >= 2 && has(lists.at, 2)) {
    const count = Math.min(maxLists, view.getUint16(lists.at, true))
    let level = lists.at + 2 + count * 28
    for (let index = 0; index < count && has(lists.at + 2 + index * 28, 28); index++) {
      const at = lists.at + 2 + index * 28
      const own: Array<number> = []
      const levels = (table[at + 26]! & 1) === 1 ? 1 : 9
      for (let number = 0; number < levels && has(level, 28); number++) {
        own.push(table[level + 4]!)
        const text = level + 28 + table[level + 24]! + table[level + 25]!
        if (!has(text, 2)) break
        level = text + 2 + view.getUint16(text, true) * 2
      }
      formats.set(view.getInt32(at, true), own)
    }
  }
  const used: Array<number> = []
  if (uses.size >= 4 && has(uses.at, 4)) {
    const count = Math.min(maxLists, view.getUint32(uses.at, true))
    for (let index = 0; index < count && has(uses.at + 4 + index * 16, 4); index++)
      used.push(view.getInt32(uses.at + 4 + index * 16, true))
  }
  return (list, level) => {
    const own = formats.get(used[list - 1] ?? 0)
    const format = own?.[Math.min(level, own.length - 1)]
    return format !== undefined && format !== bullet && format !== noNumber
  }
}
