/** The entries that say something. */
export type Defined<A> = {
  readonly [K in keyof A as undefined extends A[K] ? never : K]: A[K]
} & { readonly [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined> }

export const defined = <A extends object>(entries: A): Defined<A> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Defined<A>
