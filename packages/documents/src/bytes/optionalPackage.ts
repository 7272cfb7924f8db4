/** Packages that an application installs for kinds of files that few have. */
import { detailOf, unsupported } from "../model/failure.ts"
import type { InstalledPackages } from "../model/Reader.ts"

/** SheetJS, which reads `.xls` and `.xlsb`. */
export const sheetPackage = "@e965/xlsx"
/** pdf.js as it is published, with the character maps that a PDF may ask for. */
export const mapsPackage = "pdfjs-dist"

/** The package, or `Unsupported` that names it. */
export const optionalPackage = (installed: InstalledPackages | undefined, name: string, what: string): unknown => {
  const file = installed?.[name]
  if (file === undefined) throw unsupported(what, `the package ${name}: npm install ${name}`)
  try {
    const { createRequire } = process.getBuiltinModule("node:module")
    return createRequire(file)(file)
  } catch (error) {
    throw unsupported(what, `the package ${name}, which is installed but cannot be loaded (${detailOf(error)})`)
  }
}
