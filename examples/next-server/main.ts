/**
 * Shows the API in the route file of a Next.js application (`route.ts`), by calling
 * what the file exports as Next.js does.
 * Run it: `npm start -w @examples/next-server -- https://example.com/`.
 */
import { POST } from "./route.ts"

export const scrape = async (url: string): Promise<unknown> => {
  const request = new Request("https://your.app/api/scraping/v2/scrape", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url })
  })
  return (await POST(request)).json()
}

if (import.meta.main) console.log(await scrape(process.argv[2] ?? "https://example.com/"))
