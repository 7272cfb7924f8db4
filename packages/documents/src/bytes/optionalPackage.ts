/** Packages that an application installs for kinds of files that few have. */
import { detailOf, unsupported } from "../model/failure.ts"

/**
 * The package, or `Unsupported` that names it. Looked for when the program runs: a bundler that saw the name would look
 * for it when it builds, and fail.
 */
export const optionalPackage = (name: string, what: string): unknown => {
  const { createRequire } = process.getBuiltinModule("node:module")
  // Code of a bundle has no address of its own; the packages lie beside the program then.
  const { url = `${process.cwd()}/program.js` } = import.meta as { readonly url?: string }
  const load = createRequire(url)
  try {
    load.resolve(name)
  } catch {
    throw unsupported(`${what} without the package ${name}: npm install ${name}`)
  }
  try {
    return load(name)
  } catch (error) {
    throw unsupported(`${what}: the package ${name} cannot be loaded (${detailOf(error)})`)
  }
}
