/**
 * What a worker thread is started with. A package keeps the module of its thread in a file of its own. A bundle makes
 * one file of many and leaves that file behind, so a build also carries the thread's code as a compressed script.
 */
export interface ThreadEntry {
  readonly script: string | URL
  readonly options: { readonly eval?: boolean; readonly execArgv: Array<string> }
}

/**
 * The module of the thread where it stands in its package; undefined in a bundle.
 *
 * `url` is `import.meta.url` of the caller, `caller` its path in the package, and `module` the path of the thread's
 * module from the caller, both without extension. A bundle has another path, so that a file of the program that
 * happens to be called the same is never started. `exists` is asked because a bundler may write the path of the
 * machine that built the program.
 */
export const placedThread = (
  url: string | undefined,
  caller: string,
  module: string,
  exists: (file: URL) => boolean
): ThreadEntry | undefined => {
  const extension = [".ts", ".js"].find((extension) => url?.endsWith(`/${caller}${extension}`))
  if (url === undefined || extension === undefined) return undefined
  const script = new URL(`${module}${extension}`, url)
  if (!exists(script)) return undefined
  return { script, options: { execArgv: extension === ".ts" ? ["--conditions=@orbweaver/source"] : [] } }
}

/** The thread that a build carries; undefined in source, which has no code of it. */
export const carriedThread = (code: string): ThreadEntry | undefined =>
  code === "" ? undefined : { script: code, options: { eval: true, execArgv: [] } }
