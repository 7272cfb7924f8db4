/**
 * A copy of a string that does not keep the page alive. A slice of a long string holds on to all of it: ten thousand
 * titles cut from their pages keep ten thousand pages.
 */
export const detachString = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1))
