/** Where an instance writes its log: nowhere, unless the application gives it a place. */
import * as Cause from "effect/Cause"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { Severity } from "effect/LogLevel"
import * as References from "effect/References"

export interface LogEntry {
  readonly level: "trace" | "debug" | "info" | "warn" | "error" | "fatal"
  readonly message: string
  readonly time: Date
  /** What went wrong, where the line is about a failure. */
  readonly error?: Error | undefined
  /** Further fields, such as the id of a job. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** An object such as those of pino, Fastify and Bunyan: one method a level, fields first. */
export type LogObject = {
  readonly [L in "info" | "warn" | "error"]: (fields: object, message: string) => void
} & {
  readonly [L in "trace" | "debug" | "fatal"]?: (fields: object, message: string) => void
}

/** A function, an object such as pino's, or a logger of Effect. */
export type LoggerOption = ((entry: LogEntry) => void) | LogObject | Logger.Logger<unknown, unknown>

export const layer = (logger: LoggerOption | undefined): Layer.Layer<never> =>
  Logger.layer(logger === undefined ? [] : [toEffect(logger)])

const toEffect = (logger: LoggerOption): Logger.Logger<unknown, unknown> => {
  if (Logger.isLogger(logger)) return logger
  const write = typeof logger === "function" ? logger : writerOf(logger)
  return Logger.make((options) => {
    try {
      write(entryOf(options))
    } catch {
      // A logger that throws must not end the work that it reports.
    }
  })
}

const writerOf =
  (logger: LogObject) =>
  ({ error, fields, level, message }: LogEntry): void => {
    const method = level === "fatal" ? "error" : level === "trace" || level === "debug" ? "info" : level
    const all = error === undefined ? fields : { ...fields, err: error }
    // The methods of some loggers need their object.
    if (logger[level] === undefined) logger[method](all, message)
    else logger[level](all, message)
  }

const levels: Readonly<Record<Severity, LogEntry["level"]>> = {
  Fatal: "fatal",
  Error: "error",
  Warn: "warn",
  Info: "info",
  Debug: "debug",
  Trace: "trace"
}

const entryOf = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>): LogEntry => {
  const parts = Array.isArray(message) ? message : [message]
  const error = cause.reasons.length > 0 ? Cause.prettyErrors(cause)[0] : undefined
  return {
    level: levels[logLevel as Severity] ?? "info",
    message: parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" "),
    time: date,
    ...(error === undefined ? {} : { error }),
    fields: { ...fiber.getRef(References.CurrentLogAnnotations) }
  }
}
