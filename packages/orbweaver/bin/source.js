// The program as sources, in a checkout of the repository; undefined where it is installed.
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const file = fileURLToPath(new URL("../src/cli/program/main.ts", import.meta.url))

export const source = !file.includes("node_modules") && existsSync(file) ? file : undefined
