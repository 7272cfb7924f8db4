/** Bundles of a whole program, packages included, run where there is no `node_modules`. */
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { timeout } from "./limit.ts"

const run = promisify(execFile)

/** What a project needs of the registry for them. */
export const bundlerPackages = {
  esbuild: "0.28.2",
  rolldown: "1.2.19",
  vite: "8.3.8",
  webpack: "5.113.0",
  "webpack-cli": "7.3.1",
  rollup: "4.68.8",
  "@rollup/plugin-node-resolve": "16.0.3",
  "@rollup/plugin-commonjs": "29.0.3",
  "@rollup/plugin-json": "6.1.0",
  "@vercel/ncc": "0.45.0"
}

/** What a program installs for files that few have. */
export const optionalPackages = { "@e965/xlsx": "0.20.3", "pdfjs-dist": "6.5.438" }

/** Undici requires modules of Node, which esbuild leaves to a `require` that ECMAScript modules do not have. */
const banner =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);"

const commands: Readonly<Record<string, ReadonlyArray<string>>> = {
  "esbuild, as an ECMAScript module": [
    "esbuild",
    "--bundle",
    "--platform=node",
    "--format=esm",
    `--banner:js=${banner}`,
    "--outfile=OUT/program.mjs"
  ],
  "esbuild, as CommonJS": ["esbuild", "--bundle", "--platform=node", "--format=cjs", "--outfile=OUT/program.cjs"],
  Rolldown: ["rolldown", "--platform=node", "--format=esm", "--dir=OUT"],
  webpack: [
    "webpack",
    "--mode=production",
    "--no-optimization-minimize",
    "--target=node",
    "--entry=./bundled/program.mjs",
    "--output-path=OUT",
    "--output-filename=program.cjs"
  ],
  ncc: ["ncc", "build", "--out=OUT"],
  Rollup: ["rollup", "--config=bundled/rollup.config.mjs", "--dir=OUT"],
  "Vite, for servers": ["vite", "build", "--config=bundled/vite.config.mjs", "--outDir=OUT", "--ssr"]
}

/** For each: what was wrong, or undefined. `project` has the packages and the folder `bundled`. */
export const bundlers: Readonly<Record<string, (project: string, node: string) => Promise<string | undefined>>> =
  Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [
      name,
      async (project, node) => {
        const folder = await mkdtemp(join(tmpdir(), "orbweaver-bundle-"))
        try {
          const given = command.map((arg) => arg.replace("OUT", folder))
          const args = command.some((arg) => arg.startsWith("--entry=")) ? given : [...given, "bundled/program.mjs"]
          await run("npx", args, { cwd: project, timeout, maxBuffer: 64 * 1024 * 1024 })
          await cp(join(project, "bundled/package.json"), join(folder, "package.json"))
          // Vite names it by the type of the project around, and ncc after nothing.
          const file = (await readdir(folder)).find((name) => /^(?:program|index)\.[cm]?js$/.test(name))
          if (file === undefined) return "The bundler wrote no program"
          const alone = await run(node, [file], { cwd: folder, timeout })
          for (const name of Object.keys(optionalPackages)) {
            await mkdir(join(folder, "node_modules", dirname(name)), { recursive: true })
            await symlink(join(project, "node_modules", name), join(folder, "node_modules", name), "junction")
          }
          const elsewhere = { cwd: tmpdir(), timeout }
          const withPackages = await run(node, [join(folder, file), "with-packages"], elsewhere)
          const wrong = [alone, withPackages].find(({ stderr, stdout }) => stdout !== "well\n" || stderr !== "")
          return wrong === undefined ? undefined : wrong.stdout + wrong.stderr
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      }
    ])
  )
