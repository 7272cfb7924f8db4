/** Starts an extraction of a site over a file and works on it until it is killed. Arguments: file, address. */
import { sqlite } from "@orbweaver/storage/sqlite"
import { createOrbweaver } from "orbweaver"
import { shop, worker } from "./extract.ts"

const [file = "", site = ""] = process.argv.slice(2)
const orb = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(file), worker })
const { id } = await orb.startExtract({ urls: [site], schema: shop, scrapeOptions: { maxAge: 0 } })
process.stdout.write(`${id}\n`)
