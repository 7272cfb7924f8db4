/** Data with the types of a zod schema: `node typedJson.ts https://example.com/shop/mug`. */
import { createOrbweaver, DataMismatch, type Orbweaver } from "orbweaver"
import { z } from "zod"

const product = z.object({ name: z.string(), price: z.number(), currency: z.string().optional() })

/** By rules, from what the page says under names; give the instance a `model` for pages that say it in prose. */
export const readProduct = async (orb: Orbweaver, url: string) => {
  try {
    const { json } = await orb.scrape(url, { formats: [{ type: "json", schema: product }] })
    return json satisfies z.infer<typeof product>
  } catch (error) {
    if (error instanceof DataMismatch) return undefined
    throw error
  }
}

if (import.meta.main) {
  await using orb = createOrbweaver()
  console.log(await readProduct(orb, process.argv[2] ?? "https://example.com"))
}
