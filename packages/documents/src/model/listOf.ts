/** Numbers of pages in words, the first 20 of them. */
export const listOf = (numbers: ReadonlyArray<number>): string =>
  numbers.length <= 20 ? numbers.join(", ") : `${numbers.slice(0, 20).join(", ")} and ${numbers.length - 20} more`
