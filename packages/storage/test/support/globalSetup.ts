/** One PostgreSQL for all tests of the package. */
import { start } from "./postgres.ts"

export default async ({ provide }: { readonly provide: (key: "postgresUrl", value: string) => void }) => {
  // What the disk would lose in a power failure is not tested.
  const postgres = await start(["-c", "fsync=off", "-c", "full_page_writes=off"])
  provide("postgresUrl", postgres.url)
  return postgres.stop
}

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
  }
}
