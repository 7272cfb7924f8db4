/**
 * Opens a TCP connection to the first of several addresses that answers (RFC 8305).
 *
 * Only literal addresses are passed to the platform: no runtime can look a name
 * up again and connect to something that was not judged.
 */
import { connect, type NetConnectOpts, type Socket } from "node:net"
import type { DuplexOptions } from "node:stream"
import type { ResolvedAddress } from "../Lookup.ts"

/**
 * Milliseconds after which the next address is tried in parallel with the one that has not answered (RFC 8305 section
 * 8).
 */
const attemptDelay = 250
/** Addresses of one name that are tried at all. */
const maxAttempts = 8

const socketOptions = {
  noDelay: true,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
  // Pages come in larger pieces than the platform's default of 16 KiB.
  highWaterMark: 64 * 1024
}

/** Rejects with the error of the only address, an `AggregateError` of several, or `cancelled` when aborted. */
export const connectFirst = (
  addresses: ReadonlyArray<ResolvedAddress>,
  port: number,
  signal: AbortSignal
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const waiting = alternateFamilies(addresses).slice(0, maxAttempts)
    const attempts = new Set<Socket>()
    const errors: Array<Error> = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let done = false

    const finish = () => {
      done = true
      clearTimeout(timer)
      signal.removeEventListener("abort", cancel)
      for (const socket of attempts) socket.destroy()
    }
    const cancel = () => {
      finish()
      reject(cancelled())
    }
    const attempt = () => {
      if (done) return
      clearTimeout(timer)
      const next = waiting.shift()
      if (next === undefined) {
        if (attempts.size > 0) return
        finish()
        return reject(errors.length === 1 ? errors[0] : new AggregateError(errors, "no address could be reached"))
      }
      const options: NetConnectOpts & DuplexOptions = { ...socketOptions, host: next.address, port }
      const socket = connect(options)
      attempts.add(socket)
      const failed = (error: Error) => {
        attempts.delete(socket)
        errors.push(error)
        attempt()
      }
      socket.once("error", failed)
      socket.once("connect", () => {
        if (done) return socket.destroy()
        socket.off("error", failed)
        attempts.delete(socket)
        finish()
        return resolve(socket)
      })
      if (waiting.length > 0) timer = setTimeout(attempt, attemptDelay)
    }

    if (signal.aborted) return cancel()
    signal.addEventListener("abort", cancel)
    return attempt()
  })

export const cancelled = (): Error => Object.assign(new Error("the connection was cancelled"), { code: "ABORTED" })

/** In the resolver's order, but with the families taking turns. */
const alternateFamilies = (addresses: ReadonlyArray<ResolvedAddress>): Array<ResolvedAddress> => {
  const first = addresses[0]?.family
  const same = addresses.filter(({ family }) => family === first)
  const other = addresses.filter(({ family }) => family !== first)
  return same
    .flatMap((address, index) => (index < other.length ? [address, other[index]!] : [address]))
    .concat(other.slice(same.length))
}
