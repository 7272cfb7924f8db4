/** Pages of a host that may start beside those that run (`capacity` of the core's Politeness). */
export const roomOf =
  "greatest(CASE WHEN state.active = 0 THEN 1 ELSE 0 END, state.cap + least(0, state.streak + 1) - state.active)"
