/**
 * From what a driver or the system throws to a `StoreError` with its kind:
 * the one table of PostgreSQL's SQLSTATEs, SQLite's result codes and the codes
 * of the system's errors.
 */
import { StoreError, type StoreErrorKind } from "@orbweaver/core/model/StoreError"

export const storeFault = (operation: string, cause: unknown): StoreError =>
  new StoreError({ operation, cause, kind: kindOf(cause) })

/** What the innermost of the causes says. Node gives one error for all addresses of a host, which says nothing itself. */
export const innermostMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return innermostMessage(error.cause)
  return error instanceof AggregateError && error.message === ""
    ? error.errors.map(innermostMessage).join(", ")
    : error.message
}

/** The SQLSTATE that PostgreSQL gave, where one of the causes has it. */
export const sqlStateOf = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== "object" || error === null || depth > maxDepth) return undefined
  const { cause, code, reason } = error as Readonly<Record<string, unknown>>
  if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code
  return sqlStateOf(reason, depth + 1) ?? sqlStateOf(cause, depth + 1)
}

/** Causes lie in causes: driver, pool. */
const maxDepth = 8

const kindOf = (error: unknown, depth = 0): StoreErrorKind => {
  if (typeof error !== "object" || error === null || depth > maxDepth) return "other"
  if (error instanceof StoreError && error.kind !== undefined) return error.kind
  const { cause, code, errcode, reason } = error as Readonly<Record<string, unknown>>
  const own =
    (typeof errcode === "number" ? sqliteKind(errcode) : undefined) ??
    (typeof code === "string" ? (/^[0-9A-Z]{5}$/.test(code) ? sqlStateKind(code) : systemKinds[code]) : undefined) ??
    (error instanceof RangeError ? "rejected" : undefined)
  if (own !== undefined) return own
  for (const inner of [reason, cause]) {
    const found = kindOf(inner, depth + 1)
    if (found !== "other") return found
  }
  const { _tag } = error as Readonly<Record<string, unknown>>
  return typeof _tag === "string" && unavailableTags.has(_tag) ? "unavailable" : "other"
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const sqlStateKind = (state: string): StoreErrorKind | undefined => {
  if (!/^[0-9A-Z]{5}$/.test(state)) return undefined
  if (state === "53100") return "full"
  // Connections, transactions that others were in the way of, resources, shutdown and start, and a server that is a
  // standby by now.
  if (/^(?:08|40|53|57P|58)/.test(state) || state === "25006" || state === "57014") return "unavailable"
  // Values that the types cannot hold, and rows too large for the server.
  if (/^(?:22|54)/.test(state)) return "rejected"
  // Name and password, rights, a database that there is not.
  if (state.startsWith("28") || state === "42501" || state === "3D000") return "misconfigured"
  return undefined
}

/** https://sqlite.org/rescode.html; the low byte is the kind. */
const sqliteKind = (code: number): StoreErrorKind | undefined => {
  switch (code & 0xff) {
    case 13: // SQLITE_FULL
      return "full"
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
    case 8: // SQLITE_READONLY
    case 10: // SQLITE_IOERR
    case 14: // SQLITE_CANTOPEN, also when the process has no file descriptors left
      return "unavailable"
    case 18: // SQLITE_TOOBIG
      return "rejected"
    case 3: // SQLITE_PERM
    case 23: // SQLITE_AUTH
    case 26: // SQLITE_NOTADB
      return "misconfigured"
    default:
      return undefined
  }
}

const systemKinds: Readonly<Record<string, StoreErrorKind>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EMFILE: "unavailable",
  ENFILE: "unavailable",
  EAGAIN: "unavailable",
  EROFS: "unavailable",
  EACCES: "misconfigured",
  EPERM: "misconfigured",
  ECONNREFUSED: "unavailable",
  ECONNRESET: "unavailable",
  ENOTFOUND: "unavailable",
  EAI_AGAIN: "unavailable",
  EHOSTUNREACH: "unavailable",
  ENETUNREACH: "unavailable",
  EPIPE: "unavailable",
  ETIMEDOUT: "unavailable"
}

/** How `@effect/sql-pg` names what has no SQLSTATE. */
const unavailableTags = new Set(["ConnectionError", "StatementTimeoutError", "LockTimeoutError"])
