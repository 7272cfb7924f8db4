import { readFile } from "node:fs/promises"
import { createOrbweaver } from "orbweaver"

export const textOf = async (file: string, orb = createOrbweaver()) =>
  (await orb.parse({ data: await readFile(file), filename: file })).markdown
