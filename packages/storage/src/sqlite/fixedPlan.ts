/**
 * SQLite looks at the value of a limit for its plan, and so compiles the statement anew whenever one is bound. It does not
 * look into an expression.
 */
export const fixedPlan = (sql: string): string => sql.replaceAll("LIMIT ?", "LIMIT ? + 0")
