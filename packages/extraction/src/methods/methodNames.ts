/** Names of the methods that `methods.ts` lists: an instance has them before their code is loaded. */
export const methodNames = ["map", "search"] as const

export type MethodName = (typeof methodNames)[number]
