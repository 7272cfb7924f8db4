/**
 * Node's own SQLite. Node 22 warns that it is experimental, and Node 24 does not: nobody who crawls has asked for it by
 * name, so that one warning is held back.
 */
const load = () => {
  // oxlint-disable-next-line unbound-method -- it is put back
  const warn = process.emitWarning
  // Loads in this turn of the event loop, so nothing else can warn meanwhile.
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule("node:sqlite")
  } finally {
    process.emitWarning = warn
  }
}

export const { DatabaseSync } = load()
