import { shared } from "@orbweaver/testkit/vitest"
import { mergeConfig } from "vitest/config"

// Sockets, certificates and compression on a machine that others use too.
export default mergeConfig(shared, { test: { testTimeout: 30_000 } })
