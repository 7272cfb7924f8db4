/** A Standard Schema (https://standardschema.dev) as far as it is read. */
export interface ConvertibleSchema {
  readonly vendor: string
  readonly validate?: (value: unknown) => StandardResult | Promise<StandardResult>
  readonly jsonSchema?: { readonly input?: (options: { readonly target: string }) => object }
}

type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<StandardIssue> }

export interface StandardIssue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}
