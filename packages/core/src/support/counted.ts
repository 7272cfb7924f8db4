/** `1 page`, `2 pages`, `no pages` not: zero is a number. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
