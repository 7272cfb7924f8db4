import type { Tree } from "../src/tree/Tree.ts"

/** A tree that counts how often the tags of its nodes are read: how much work a reader does, whatever the machine. */
export const countedReads = (tree: Tree): { readonly tree: Tree; readonly reads: () => number } => {
  let reads = 0
  const tag = new Proxy(tree.tag, {
    get: (tags, key) => {
      const value: unknown = Reflect.get(tags, key)
      if (typeof value === "function") return value.bind(tags)
      reads++
      return value
    }
  })
  return { tree: { ...tree, tag }, reads: () => reads }
}
