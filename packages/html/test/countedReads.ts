import type { Tree } from "../src/tree/Tree.ts"

/**
 * A tree that counts how often the tags of its nodes and the ways between them are read: how much work a reader does,
 * whatever the machine.
 */
export const countedReads = (tree: Tree): { readonly tree: Tree; readonly reads: () => number } => {
  let reads = 0
  const counted = <Column extends Uint8Array | Int32Array>(column: Column): Column =>
    new Proxy(column, {
      get: (values, key) => {
        const value: unknown = Reflect.get(values, key)
        if (typeof value === "function") return value.bind(values)
        reads++
        return value
      },
      set: (values, key, value) => Reflect.set(values, key, value)
    })
  const { next, parent, tag } = tree
  return { tree: { ...tree, next: counted(next), parent: counted(parent), tag: counted(tag) }, reads: () => reads }
}
