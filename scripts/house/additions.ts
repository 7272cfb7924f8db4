/**
 * The files of one more of each: those of its own, and those elsewhere that get a line of it. The code that does the work is
 * in its own file or comes on top; guides do too. The test of each adds one and finds that everything else follows.
 */
export interface Addition {
  readonly own: number
  readonly changed: ReadonlyArray<string>
  readonly test: string
}

export const additions = {
  option: {
    own: 0,
    // Or its neighbours: the definition of the options that it belongs to.
    changed: ["packages/core/src/model/CrawlOptions.ts"],
    test: "docs/test/optionSurfaces.test.ts"
  },
  method: {
    own: 1,
    changed: ["packages/extraction/src/methods/methodNames.ts", "packages/extraction/src/methods/methods.ts"],
    test: "docs/test/methodSurfaces.test.ts"
  },
  "job kind": {
    own: 1,
    // Its names, so that stores know it and an instance has its methods before it is loaded; and its line in the list.
    changed: ["packages/core/src/model/Job.ts", "packages/extraction/src/kinds/resultJobs.ts"],
    test: "docs/test/jobKindSurfaces.test.ts"
  },
  format: {
    own: 1,
    changed: ["packages/core/src/model/formats/builtInFormats.ts", "packages/orbweaver/src/assembly/Services.ts"],
    test: "docs/test/formatSurfaces.test.ts"
  },
  error: {
    own: 1,
    changed: ["packages/core/src/model/errorTable.ts", "packages/orbweaver/src/jobs/errors.ts"],
    test: "docs/test/errorSurfaces.test.ts"
  },
  "search provider": {
    own: 1,
    changed: ["packages/search/src/index.ts", "packages/orbweaver/src/cli/settings/environment.ts"],
    test: "docs/test/providerSurfaces.test.ts"
  }
} as const satisfies Readonly<Record<string, Addition>>

/** All files of one more. */
export const filesOf = ({ changed, own }: Addition): number => own + changed.length
