import { mergeConfig } from "vitest/config"
import { shared } from "../../scripts/vitest.ts"

export default mergeConfig(shared, { test: { globalSetup: ["test/support/globalSetup.ts"] } })
