/** JSON pointers for sentences: the first 20, and how many more there are. */
export const listed = (pointers: ReadonlyArray<string>): string =>
  pointers.slice(0, 20).join(", ") + (pointers.length > 20 ? ` and ${pointers.length - 20} more` : "")
