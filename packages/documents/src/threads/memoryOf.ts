import type { HeapInfo } from "node:v8"

/** Bytes that a thread holds, typed arrays included. */
export const memoryOf = ({
  external_memory,
  used_heap_size
}: Pick<HeapInfo, "external_memory" | "used_heap_size">): number => external_memory + used_heap_size
