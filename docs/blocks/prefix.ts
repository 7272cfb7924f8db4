import type { Block } from "./extract.ts"

/** What a page takes for granted before a program: its hidden setup, and an instance where it uses `orb` without making one. */
export const prefixOf = ({ code, setup }: Block): string => {
  const whole = `${setup}\n${code}`
  const needsOrb = /\borb\b/.test(whole) && !/\b(?:const|using|let) orb\b/.test(whole)
  const importsIt = /import \{[^}]*\bcreateOrbweaver\b/.test(whole)
  const orb = needsOrb
    ? `${importsIt ? "" : 'import { createOrbweaver } from "orbweaver"\n'}const orb = createOrbweaver()\n`
    : ""
  return `${orb}${setup}`
}
