/** Messages of the platform in the words of somebody at a terminal. Those of the library: `model/errorTable.ts` of core. */

/** What the platform calls a fault of a file. */
const faults: Readonly<Record<string, string>> = {
  NotFound: "no such file or directory",
  PermissionDenied: "permission denied",
  AlreadyExists: "it exists already",
  BadResource: "it cannot be opened",
  Busy: "it is in use",
  TimedOut: "it took too long"
}

/** Names of functions, of error codes and of modules that only a program can use are left out. */
export const plainText = (text: string): string =>
  text
    .replace(/Expected: (?:Schema validation failed: )?(?:Failed to check path existence: )?/, "")
    .replace(/\b([A-Z]\w+): FileSystem\.\w+ \(([^)]*)\)/, (whole, fault: string, path: string) =>
      fault in faults ? `${path}: ${faults[fault]}` : whole
    )
    .replace(/\bE[A-Z]{3,}: ([^,]+), \w+ '([^']*)'(?: -> '[^']*')?/, "$2: $1")
    .replace(/^listen E[A-Z]+: /, "cannot listen: ")
