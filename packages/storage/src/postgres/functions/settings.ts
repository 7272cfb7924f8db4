/** What the functions are planned with. */

/**
 * These settings keep the plan of a small table from scanning the large one that it becomes. For the same reason the
 * functions read other rows in scalar subqueries and loops, which the planner does not turn into joins.
 */
export const settings =
  "SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off"
