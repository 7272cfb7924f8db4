/** A whole number from 0 of a query string, of several the first; anything else reads as left out. */
export const wholeNumber = (value: string | ReadonlyArray<string> | undefined): number | undefined => {
  const text = typeof value === "string" ? value : value?.[0]
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
