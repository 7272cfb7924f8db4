/** What the linter holds; who may import whom comes from `scripts/house/rooms.ts`. */
import { defineConfig, type OxlintOverride } from "oxlint"
import { aboveTheAssembly, folderOf, packageImports, rooms } from "./scripts/house/rooms.ts"

interface Pattern {
  readonly group?: Array<string>
  readonly regex?: string
  readonly message: string
}

const effectBarrel: Pattern = { regex: "^effect$", message: "import the submodule: the barrel doubles start-up time" }

/** Core runs wherever Effect does. */
const platforms: Pattern = {
  group: [
    "node:*",
    "@orbweaver/*",
    "undici",
    "got-scraping",
    "impit",
    "playwright*",
    "@crawlee/*",
    "@sparticuz/*",
    "turndown",
    "@joplin/*",
    "htmlparser2",
    "css-select",
    "entities",
    "parse5",
    "keyv",
    "@keyv/*",
    "pg-boss",
    "@effect/*",
    "!@effect/vitest",
    "ai",
    "@ai-sdk/*",
    "unpdf",
    "tesseract.js*",
    "fflate",
    "express",
    "fastify",
    "hono",
    "koa"
  ],
  message: "core knows effect only: no adapter and no platform"
}

/** The security boundary exists once. */
const connections: Pattern = {
  group: ["undici", "socks"],
  message: "connections are opened by @orbweaver/egress alone"
}

const packagePatterns = (name: string): ReadonlyArray<Pattern> =>
  name === "core"
    ? [platforms]
    : [
        {
          group: [
            "@orbweaver/*",
            ...[name, ...(packageImports[name] ?? [])].flatMap((other) => [
              `!@orbweaver/${other}`,
              `!@orbweaver/${other}/*`
            ])
          ],
          message: `${name} imports ${(packageImports[name] ?? []).join(" and ")} of this workspace, never other adapters`
        },
        ...(aboveTheAssembly.includes(name)
          ? []
          : [{ regex: "^orbweaver", message: "the assembly knows adapters, not the other way round" }]),
        ...(name === "egress" ? [] : [connections])
      ]

const restrict = (files: string, patterns: ReadonlyArray<Pattern>): OxlintOverride => ({
  files: [files],
  rules: { "no-restricted-imports": ["error", { patterns: [...patterns] }] }
})

/** A room may not reach into those below it, however deep the importing file lies. */
const belowPatterns = (name: string, room: string): ReadonlyArray<Pattern> => {
  const order = rooms[name]!
  const below = order.slice(order.indexOf(room) + 1)
  if (below.length === 0) return []
  return [
    {
      regex: `^(\\.\\./)+(${below.join("|")})/`,
      message: `${room} lies above ${below.join(", ")} and may not import them`
    }
  ]
}

/** The rule for a file is the last that names it, so a room within a room repeats that of the outer one. */
const roomRules = Object.entries(rooms).flatMap(([name, order]) => {
  const [workspace, outer] = name.split("/") as [string, string?]
  const around = [
    ...packagePatterns(workspace),
    effectBarrel,
    ...(outer === undefined ? [] : belowPatterns(workspace, outer))
  ]
  return order.map((room) => restrict(`${folderOf(name)}/${room}/**`, [...around, ...belowPatterns(name, room)]))
})

export default defineConfig({
  plugins: ["typescript", "import", "oxc", "unicorn", "promise", "node", "vitest"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  // scripts/packed/programs are programs of an installation: their imports are found only there.
  ignorePatterns: ["**/dist/**", "**/golden/**", "scripts/packed/programs/**"],
  rules: {
    "typescript/consistent-type-imports": [
      "error",
      {
        fixStyle: "inline-type-imports"
      }
    ],
    // A library's unhandled rejection ends the process of its host: `void` would only hide it.
    "typescript/no-floating-promises": ["error", { ignoreVoid: false }],
    "typescript/no-misused-promises": "error",
    "typescript/no-misused-spread": "off",
    "typescript/consistent-return": "off",
    "consistent-return": "off",
    "import/no-cycle": "error",
    "no-console": "error",
    "no-shadow": "off",
    "no-underscore-dangle": "off",
    "no-await-in-loop": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-sort": "off",
    "node/no-process-env": "error",
    "oxc/no-map-spread": "off",
    "oxc/no-accumulating-spread": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/no-explicit-any": "off"
  },
  overrides: [
    ...["core", ...Object.keys(packageImports)].map((name) =>
      restrict(
        `packages/${name}/src/**`,
        name === "testing" ? packagePatterns(name) : [...packagePatterns(name), effectBarrel]
      )
    ),
    ...roomRules,
    restrict("packages/orbweaver/src/**", [effectBarrel]),
    // Styles of the page.
    {
      files: ["packages/console/web/**"],
      rules: {
        "import/no-unassigned-import": ["error", { allow: ["**/*.css"] }],
        // A rejection that nobody awaits ends no page.
        "typescript/no-floating-promises": ["error", { ignoreVoid: true }]
      }
    },
    { files: ["packages/orbweaver/src/cli/**"], rules: { "node/no-process-env": "off", "no-console": "off" } },
    // Styles are imported for their effect.
    { files: ["docs/.vitepress/theme/**"], rules: { "import/no-unassigned-import": "off" } },
    {
      files: [
        "**/test/**",
        "**/bench/**",
        "**/quality/**",
        "examples/**",
        "scripts/**",
        "docs/**",
        "packages/testing/**"
      ],
      rules: {
        "no-console": "off",
        "node/no-process-env": "off",
        // These programs own their process.
        "typescript/no-floating-promises": ["error", { ignoreVoid: true }],
        "typescript/no-misused-promises": "off",
        "typescript/no-unsafe-type-assertion": "off",
        // The list of requirements names its tests by their numbers.
        "vitest/no-standalone-expect": ["error", { additionalTestBlockFunctions: ["holds"] }],
        "vitest/expect-expect": ["error", { assertFunctionNames: ["expect", "assert", "assert.**", "verify"] }],
        "typescript/no-unnecessary-type-conversion": "off",
        "typescript/await-thenable": "off",
        "typescript/no-unnecessary-type-assertion": "off"
      }
    }
  ]
})
