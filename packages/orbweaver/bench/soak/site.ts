// Child of main.ts: the awkward site of the tests, in a process of its own.
import { start } from "@orbweaver/testing/TestSite"

const site = await start()
process.send!({ origin: site.url("/").href })
process.on("disconnect", () => process.exit())
