/** Reading what an editor wrote, or somebody by hand: whatever it is, an editor begins with what it can use of it. */

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const objectOf = (text: string): Readonly<Record<string, unknown>> => {
  const value = valueOf(text)
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export const listOf = (text: string): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const value = valueOf(text)
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : []
}
