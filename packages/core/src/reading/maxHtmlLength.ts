/** UTF-16 units of a page or text file that formats read: larger ones are cut, with a warning. */
export const maxHtmlLength = 16_000_000
