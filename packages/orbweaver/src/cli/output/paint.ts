/** Colours of what goes to stderr, where it is a terminal that shows them (NO_COLOR, FORCE_COLOR and pipes are heeded). */
import { styleText } from "node:util"

export const paint = (look: "red" | "yellow", text: string): string => styleText(look, text, { stream: process.stderr })
