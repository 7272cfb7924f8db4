/** `Dialer` for renderers: the same connections through proxies that the fetch engines make. */
import * as Layer from "effect/Layer"
import { Dialer } from "@orbweaver/core/network/Dialer"
import { toReason } from "./internal/errors.ts"
import { type Lookup, systemLookup } from "./internal/lookup.ts"

export interface Options {
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** Certificate authorities trusted for proxies beside those of the platform, in PEM. */
  readonly ca?: string | undefined
}

export const layer = ({ ca, lookup = systemLookup }: Options = {}): Layer.Layer<Dialer> =>
  Layer.succeed(Dialer, {
    dial: async (target, { egress, proxy, signal }) => {
      // Loaded with the first proxy that is used: TLS is not free at start.
      const { dial } = await import("./internal/dial.ts")
      return dial(egress, target, { lookup, proxy, ca, signal }).catch((error: unknown) => {
        throw toReason(error, { host: target.host, skipTlsVerification: false })
      })
    }
  })
