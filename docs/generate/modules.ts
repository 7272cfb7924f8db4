/**
 * Writes the reference of the public modules, by TypeDoc: `npm run docs:modules`, and before each `npm run docs:build`. It is
 * large and made from the sources alone, so it is not kept in the repository. TypeDoc needs a compiler of its own: version 7
 * has no interface for programs yet.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { Application, Converter, type TypeDocOptions } from "typedoc"
import { describeEffectClasses } from "./effectClasses.ts"
import { leaveInheritedMembersOut } from "./inheritedMembers.ts"
import { root } from "./comments.ts"
import { splitLargePages } from "./ownPages.ts"
import { shortenTypes } from "./shortTypes.ts"

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, unknown>>
}

interface PublicModule {
  /** As it is imported: `orbweaver/sinks`. */
  readonly name: string
  readonly source: string
}

/** The public modules of all packages. */
export const publicModules = (): ReadonlyArray<PublicModule> =>
  readdirSync(join(root, "packages")).flatMap((entry) => {
    const folder = join(root, "packages", entry)
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest
    if (manifest.private === true) return []
    return Object.entries(manifest.exports).flatMap(([path, target]) => {
      if (path.startsWith("./internal/")) return []
      const source = (target as { readonly "@orbweaver/source"?: string })["@orbweaver/source"]
      return source === undefined ? [] : [{ name: join(manifest.name, path), source: join(folder, source) }]
    })
  })

export const modulesFolder = join(root, "docs/reference/modules")

/** The number in the link to a repeated heading also counts what the page leaves out: such a link goes to the first one. */
const mendAnchors = (text: string): string => {
  const counts = new Map<string, number>()
  for (const [, name = ""] of text.matchAll(/^#+ (\w+)\W*$/gm)) {
    counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  }
  return text.replaceAll(/\(#(\w+)-(\d+)\)/g, (link, name: string, number: string) =>
    Number(number) < (counts.get(name) ?? 0) ? link : `(#${name})`
  )
}

/** Parameters and what a function returns are no headings: each heading is an address and a link to it. */
const withFewHeadings = (text: string): string =>
  text.replaceAll(/^#{6} Inherited from\n\n.*\n\n/gm, "").replaceAll(/^#{6} (.*)$/gm, "**$1**")

export const writeModules = async (to: string, modules: ReadonlyArray<PublicModule>): Promise<number> => {
  const packages = join(root, "packages")
  const names = new Map(
    modules.map(({ name, source }) => [relative(packages, source).replace(/(?:\/index)?\.ts$/, ".md"), name])
  )
  const options = {
    entryPoints: modules.map(({ source }) => source),
    out: to,
    plugin: ["typedoc-plugin-markdown"],
    tsconfig: join(root, "docs/generate/modules.tsconfig.json"),
    basePath: packages,
    skipErrorChecking: true,
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    disableSources: true,
    readme: "none",
    logLevel: "Error",
    // Of the plugin.
    outputFileStrategy: "modules",
    hideBreadcrumbs: true,
    hidePageHeader: true,
    sanitizeComments: true,
    useHTMLEncodedBrackets: true
  } as Partial<TypeDocOptions>
  const app = await Application.bootstrapWithPlugins(options)
  // When TypeDoc knows who extends whom, and before it groups members by kind.
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      describeEffectClasses(project)
      leaveInheritedMembersOut(project)
    },
    -50
  )
  const project = await app.convert()
  if (project === undefined) throw new Error("TypeDoc could not read the public modules")
  await app.generateOutputs(project)
  const files = readdirSync(to, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"))
  const pages = files.map((file) => {
    const title = names.get(file) ?? (file === "README.md" ? "Public modules" : file.replace(/\.md$/, ""))
    const text = readFileSync(join(to, file), "utf8").replace(/^# .*$/m, `# ${title}`)
    const short = shortenTypes(withFewHeadings(mendAnchors(text)))
    return [file, `---\ngroup: Modules\neditLink: false\n---\n\n${short}`] as const
  })
  const split = splitLargePages(new Map(pages))
  for (const [file, text] of split) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    writeFileSync(join(to, file), text)
  }
  return split.size
}

if (import.meta.main) console.log(`${await writeModules(modulesFolder, publicModules())} pages of modules`)
