/** UTF-16 units of a page or text file that formats read: larger ones are cut, with a warning. */
export const maxHtmlLength = 16_000_000

/** The limit of a text of which a character needs two bytes of memory, as a share of the limit above. */
export const wideShare = 0.625
