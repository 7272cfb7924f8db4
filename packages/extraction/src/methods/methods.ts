/** The methods that answer at once: every surface walks this list. */
import { mapMethod } from "./mapMethod.ts"
import { searchMethod } from "./searchMethod.ts"

/** In the order of the command line's help. */
export const methods = [mapMethod, searchMethod] as const
