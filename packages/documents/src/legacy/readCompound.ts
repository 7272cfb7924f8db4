/** Compound files that no other reader takes: encrypted ones of current programs, and those of programs that are not read. */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { firstNames } from "../bytes/compoundFile.ts"
import { damaged, encrypted, unsupported } from "../model/failure.ts"
import type { Reader } from "../model/Reader.ts"

/** Streams that one program writes, and what its files can be saved as. */
const others: ReadonlyArray<readonly [name: RegExp, what: string]> = [
  [/^VisioDocument$/, "a Visio drawing; save it as .pdf or .svg"],
  [/^Quill$/, "a Publisher file; save it as .pdf or .docx"],
  [/^(?:TBkd|Props12?|TTask)$/, "a Project plan; save it as .xlsx or .pdf"],
  [/^!_Tables$|^䡀/, "an installer of Windows"],
  [/^MatOST$/, "a Works file; save it as .docx"]
]

export const readCompound: Reader = ({ bytes, mediaType }): Parsed => {
  const names = firstNames(bytes)
  if (names.includes("EncryptedPackage")) throw encrypted("the document is protected by a password")
  const found = others.find(([name]) => names.some((own) => name.test(own)))
  if (found !== undefined) throw unsupported(found[1])
  if (names.length === 0) throw damaged("the list of its parts cannot be read")
  throw unsupported(`${mediaType} (a file of an unknown program, in the format of Office until 2003)`)
}
