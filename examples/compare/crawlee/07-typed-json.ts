import { CheerioCrawler } from "@crawlee/cheerio"
import { z } from "zod"

const schema = z.object({ name: z.string(), price: z.coerce.number() })

export const productOf = async (url: string) => {
  let product: z.infer<typeof schema> | undefined
  const crawler = new CheerioCrawler({
    requestHandler({ $ }) {
      for (const script of $('script[type="application/ld+json"]').toArray()) {
        const data = JSON.parse($(script).text()) as { name?: string; offers?: { price?: unknown } }
        const read = schema.safeParse({ name: data.name, price: data.offers?.price })
        if (read.success) product = read.data
      }
    }
  })
  await crawler.run([url])
  return product
}
