/** One PostgreSQL for all tests of the package. */
import { start } from "./postgres.ts"

export default async ({ provide }: { readonly provide: (key: "postgresUrl", value: string) => void }) => {
  const postgres = await start()
  provide("postgresUrl", postgres.url)
  return postgres.stop
}

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
  }
}
