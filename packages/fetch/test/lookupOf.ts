import { isIP } from "node:net"
import type { Lookup } from "@orbweaver/fetch/Undici"

/** A resolver that says what `resolve` says, later, as a real one would. */
export const lookupOf =
  (resolve: (host: string) => ReadonlyArray<string>): Lookup =>
  (hostname, callback) => {
    const addresses = resolve(hostname).map((address) => ({ address, family: isIP(address) }))
    setImmediate(() =>
      addresses.length === 0
        ? callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), [])
        : callback(null, addresses)
    )
  }
