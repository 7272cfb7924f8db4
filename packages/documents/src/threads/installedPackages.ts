/** Where the optional packages lie that the application installed. */
import { isAbsolute } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { mapsPackage, sheetPackage } from "../bytes/optionalPackage.ts"
import type { InstalledPackages } from "../model/Reader.ts"

/** What is resolved of each package: what is run, or any file of a package of which files are read. */
const resolved: Readonly<Record<string, string>> = {
  [sheetPackage]: sheetPackage,
  [mapsPackage]: `${mapsPackage}/package.json`
}

/**
 * Files from which packages are looked for: the one that this code is in, then the program that was started. CommonJS knows
 * its file by `__filename`, also in a bundle of webpack, which writes into `import.meta.url` where the code lay when it was
 * built.
 */
const addresses = (): ReadonlyArray<string> => {
  // oxlint-disable-next-line unicorn/prefer-module -- a bundle may be CommonJS
  const inCommonJs = typeof __filename === "string" ? __filename : undefined
  const { url } = import.meta as { readonly url?: string }
  const own = inCommonJs ?? (url?.startsWith("file:") === true ? fileURLToPath(url) : undefined)
  return [own, process.argv[1]].filter((file) => file !== undefined && isAbsolute(file)) as ReadonlyArray<string>
}

/**
 * Packages are looked for when the program runs: a bundler that saw a name in an import would look for it when it builds,
 * and fail.
 */
export const installedPackages = (): InstalledPackages => {
  const { createRequire } = process.getBuiltinModule("node:module")
  const loaders = addresses().map((address) => createRequire(address))
  const installed: Record<string, string> = {}
  for (const [name, request] of Object.entries(resolved)) {
    for (const { resolve } of loaders) {
      try {
        installed[name] = resolve(request)
        break
      } catch {
        // It may be found from the next one.
      }
    }
  }
  return installed
}
