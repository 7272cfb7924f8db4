/**
 * One PostgreSQL for all tests of the package. `ORBWEAVER_TEST_PGBOUNCER`, the program of PgBouncer, puts it before the
 * server: `npm run test:pgbouncer`.
 */
import { startPgBouncer } from "./pooler.ts"
import { start } from "./postgres.ts"

export default async ({ provide }: { readonly provide: (key: "postgresUrl", value: string) => void }) => {
  // What the disk would lose in a power failure is not tested.
  const postgres = await start(["-c", "fsync=off", "-c", "full_page_writes=off"])
  const program = process.env["ORBWEAVER_TEST_PGBOUNCER"]
  const pooler = program === undefined ? undefined : await startPgBouncer(program, postgres.url)
  provide("postgresUrl", pooler?.url ?? postgres.url)
  return async () => {
    await pooler?.stop()
    await postgres.stop()
  }
}

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
  }
}
