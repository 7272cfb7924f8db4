/** Which open checks of monitors a process takes up: accounts in turns, and few of each. @experimental */
import type { CheckQuota } from "../MonitorStore.ts"

/**
 * Up to `limit` of the checks: those of accounts with the fewest others first. They are given in the order of their waiting,
 * the longest first.
 */
export const takeTurns = <Check extends { readonly accountId: string }>(
  checks: ReadonlyArray<Check>,
  limit: number,
  { busy, perAccount }: CheckQuota
): ReadonlyArray<Check> => {
  const counts = new Map(busy)
  const turns: Array<{ readonly check: Check; readonly turn: number }> = []
  for (const check of checks) {
    const turn = counts.get(check.accountId) ?? 0
    counts.set(check.accountId, turn + 1)
    if (turn < perAccount) turns.push({ check, turn })
  }
  return turns
    .toSorted((left, right) => left.turn - right.turn)
    .slice(0, limit)
    .map(({ check }) => check)
}
