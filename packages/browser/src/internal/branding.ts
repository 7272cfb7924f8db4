import type { Tab } from "./tab.ts"
import { evaluate } from "./world.ts"
export const branding = (tab: Tab): Promise<unknown> => evaluate(tab, "({})")
