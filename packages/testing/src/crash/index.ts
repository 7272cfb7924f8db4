/** The crash suite: crawls whose processes, clocks, disk, network and database fail. Needs no test runner. */
export { main } from "./main.ts"
export { type CrashReport, faultsTable, isWhole, tableOf } from "./report.ts"
export { run, type RunOptions } from "./run.ts"
export type { CrashTarget, Fault, Place, Restart, StoreOrders, World } from "./target.ts"
export { wait } from "./faults.ts"
