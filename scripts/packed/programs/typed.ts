// What an application with types writes.
import { type ChangeTracking, createOrbweaver, type Document, InstanceClosed } from "orbweaver"

export const titles = async (url: URL): Promise<ReadonlyArray<string>> => {
  const orb = createOrbweaver({ logger: ({ level, message }) => console.log(level, message) })
  const { changeTracking, markdown } = await orb.scrape(url, {
    formats: ["markdown", "changeTracking"],
    timeout: "30 seconds"
  })
  const changes: ChangeTracking | undefined = changeTracking
  const found: Array<string> = [markdown.slice(0, 10), changes?.changeStatus ?? "none"]
  for await (const page of orb.crawl(url, { delay: 0.1 }).pages({ maxAhead: 10 })) found.push(page.markdown)
  const jobs: ReadonlyArray<Document> = (await orb.getCrawlStatus("id")).data
  await orb.close().catch((error: unknown) => error instanceof InstanceClosed)
  return [...found, ...jobs.map(({ metadata }) => metadata.url)]
}
