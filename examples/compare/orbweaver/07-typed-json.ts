import { createOrbweaver } from "orbweaver"
import { z } from "zod"

const schema = z.object({ name: z.string(), price: z.number() })

export const productOf = async (url: string, orb = createOrbweaver()) =>
  (await orb.scrape(url, { formats: [{ type: "json", schema }] })).json
