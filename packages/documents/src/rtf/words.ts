/** Words of RTF 1.9.1 that need no more than a table. */

/** Destinations that hold no text of the page. */
export const skipped = new Set([
  "colortbl",
  "header",
  "headerl",
  "headerr",
  "headerf",
  "footer",
  "footerl",
  "footerr",
  "footerf",
  "pict",
  "nonshppict",
  "ftnsep",
  "ftnsepc",
  "ftncn",
  "aftnsep",
  "aftnsepc",
  "aftncn",
  "xe",
  "tc",
  "template",
  "listtable",
  "listoverridetable",
  "revtbl",
  "rsidtbl",
  "generator",
  "objdata",
  "objclass",
  "objname",
  "themedata",
  "colorschememapping",
  "latentstyles",
  "datastore",
  "private1",
  "comment",
  "bkmkstart",
  "bkmkend",
  "atnid",
  "atnauthor",
  "annotation",
  "filetbl",
  "mmathPr",
  "xmlnstbl",
  "docvar",
  "shpinst",
  "pn",
  "fldtype",
  "datafield",
  "panose",
  "falt",
  "background"
])

/** Fields of the document, in the field names of pages. */
export const infoKeys: Readonly<Record<string, string>> = {
  title: "title",
  author: "author",
  subject: "description",
  keywords: "keywords",
  doccomm: "comments"
}

/** Words that stand for a sign. */
export const signs: Readonly<Record<string, string>> = {
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: "\u2003",
  enspace: "\u2002",
  qmspace: "\u2005",
  zwj: "\u200d",
  zwnj: "\u200c",
  ltrmark: "\u200e",
  rtlmark: "\u200f"
}
