/** PostgreSQL: kept apart, because it needs `@effect/sql-pg` and `pg-boss`. */
export * as PgDatabase from "./postgres/Pg.ts"
export * as PostgresJobs from "./PostgresJobs.ts"
export * as PostgresLedger from "./PostgresLedger.ts"
