/**
 * Where an instance keeps what it writes while it runs, such as profiles of browsers and the files that these download.
 *
 * The system's temporary folder when not provided. What a killed process left there is removed by the next one.
 * @experimental
 */
import * as Context from "effect/Context"

export const TemporaryFolder = Context.Reference<string | undefined>("@orbweaver/core/TemporaryFolder", {
  defaultValue: () => undefined
})
