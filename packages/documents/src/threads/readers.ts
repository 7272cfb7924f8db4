/** Every reader by the name of its kind; its code is loaded by the first file that needs it, on the thread that needs it. */
import { kindNames, kindOf, type KindName } from "../kinds/kinds.ts"
import type { Reader } from "../model/Reader.ts"

export type ReaderName = KindName

export const readers = Object.fromEntries(kindNames.map((name) => [name, kindOf(name).load])) as Readonly<
  Record<ReaderName, () => Promise<Reader>>
>
