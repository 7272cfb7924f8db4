/** The verdicts of a pattern on the class names of one page, which repeat. */
export const remembered = (pattern: RegExp): ((names: string) => boolean) => {
  const verdicts = new Map<string, boolean>()
  return (names) => {
    let verdict = verdicts.get(names)
    if (verdict === undefined) verdicts.set(names, (verdict = pattern.test(names)))
    return verdict
  }
}
