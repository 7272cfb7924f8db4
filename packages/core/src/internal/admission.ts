/**
 * How many addresses a job takes in. A crawl with a small limit on a huge site
 * must not remember the whole site, and a page that fails must find another one
 * waiting to take its place.
 */

/** Pages that may be waiting, running or completed at once. */
export const admissionCap = (limit: number): number => limit + Math.max(1000, limit)

/** Addresses remembered, skipped ones included; what is found beyond is forgotten. */
export const discoveryCap = (limit: number): number => 100_000 + limit * 20
