/** Packages that an application installs for kinds of files that few have. */
import { unsupported } from "../model/failure.ts"

/**
 * The package, or `Unsupported` that names it. Looked for when the program runs: a bundler that saw the name would look
 * for it when it builds, and fail.
 */
export const optionalPackage = (name: string, what: string): unknown => {
  const { createRequire } = process.getBuiltinModule("node:module")
  const load = createRequire(import.meta.url)
  try {
    load.resolve(name)
  } catch {
    throw unsupported(`${what} without the package ${name}: npm install ${name}`)
  }
  return load(name)
}
