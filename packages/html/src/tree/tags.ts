/**
 * The names of elements as small numbers, so that a tree holds one byte a node and readers decide by table.
 *
 * Every element of HTML (obsolete ones too), the two foreign roots and the presentation elements of MathML have an id.
 * Any other element, and every element inside `svg` but its HTML islands, is `Tag.unknown`: its name is read from the
 * source by `tagNameOf`. So `Tag.title` is always the title of a document, never the title of a drawing.
 *
 * `kind[id]` is a set of `Kind` bits: what several readers must agree on about an element.
 */
export const Tag = {
  text: 0,
  document: 1,
  unknown: 2,
  a: 3,
  abbr: 4,
  acronym: 5,
  address: 6,
  applet: 7,
  area: 8,
  article: 9,
  aside: 10,
  audio: 11,
  b: 12,
  base: 13,
  basefont: 14,
  bdi: 15,
  bdo: 16,
  bgsound: 17,
  big: 18,
  blink: 19,
  blockquote: 20,
  body: 21,
  br: 22,
  button: 23,
  canvas: 24,
  caption: 25,
  center: 26,
  cite: 27,
  code: 28,
  col: 29,
  colgroup: 30,
  data: 31,
  datalist: 32,
  dd: 33,
  del: 34,
  details: 35,
  dfn: 36,
  dialog: 37,
  dir: 38,
  div: 39,
  dl: 40,
  dt: 41,
  em: 42,
  embed: 43,
  fieldset: 44,
  figcaption: 45,
  figure: 46,
  font: 47,
  footer: 48,
  form: 49,
  frame: 50,
  frameset: 51,
  h1: 52,
  h2: 53,
  h3: 54,
  h4: 55,
  h5: 56,
  h6: 57,
  head: 58,
  header: 59,
  hgroup: 60,
  hr: 61,
  html: 62,
  i: 63,
  iframe: 64,
  img: 65,
  input: 66,
  ins: 67,
  kbd: 68,
  keygen: 69,
  label: 70,
  legend: 71,
  li: 72,
  link: 73,
  listing: 74,
  main: 75,
  map: 76,
  mark: 77,
  marquee: 78,
  menu: 79,
  menuitem: 80,
  meta: 81,
  meter: 82,
  nav: 83,
  nobr: 84,
  noembed: 85,
  noframes: 86,
  noscript: 87,
  object: 88,
  ol: 89,
  optgroup: 90,
  option: 91,
  output: 92,
  p: 93,
  param: 94,
  picture: 95,
  plaintext: 96,
  pre: 97,
  progress: 98,
  q: 99,
  rb: 100,
  rp: 101,
  rt: 102,
  rtc: 103,
  ruby: 104,
  s: 105,
  samp: 106,
  script: 107,
  search: 108,
  section: 109,
  select: 110,
  slot: 111,
  small: 112,
  source: 113,
  span: 114,
  strike: 115,
  strong: 116,
  style: 117,
  sub: 118,
  summary: 119,
  sup: 120,
  table: 121,
  tbody: 122,
  td: 123,
  template: 124,
  textarea: 125,
  tfoot: 126,
  th: 127,
  thead: 128,
  time: 129,
  title: 130,
  tr: 131,
  track: 132,
  tt: 133,
  u: 134,
  ul: 135,
  var: 136,
  video: 137,
  wbr: 138,
  xmp: 139,
  svg: 140,
  math: 141,
  annotation: 142,
  annotationXml: 143,
  maction: 144,
  malignmark: 145,
  menclose: 146,
  merror: 147,
  mfenced: 148,
  mfrac: 149,
  mglyph: 150,
  mi: 151,
  mlabeledtr: 152,
  mmultiscripts: 153,
  mn: 154,
  mo: 155,
  mover: 156,
  mpadded: 157,
  mphantom: 158,
  mprescripts: 159,
  mroot: 160,
  mrow: 161,
  ms: 162,
  mspace: 163,
  msqrt: 164,
  mstyle: 165,
  msub: 166,
  msubsup: 167,
  msup: 168,
  mtable: 169,
  mtd: 170,
  mtext: 171,
  mtr: 172,
  munder: 173,
  munderover: 174,
  none: 175,
  semantics: 176
} as const

export type Tag = (typeof Tag)[keyof typeof Tag]

/** One more than the largest id. */
export const tagCount = 177

/** A table by id that holds 1 for these elements and 0 for all others: faster to ask than a `Set`. */
export const tagFlags = (tags: ReadonlyArray<Tag>): Uint8Array => {
  const flags = new Uint8Array(tagCount)
  for (const tag of tags) flags[tag] = 1
  return flags
}

/** What readers agree on about an element; bits of `kind[id]`. */
export const Kind = {
  /** Has no content and no end tag (HTML, 13.1.2). */
  void: 1,
  /** Starts and ends a line where it is rendered: the default style sheet gives it a block or table display. */
  block: 2,
  /** Never shown as content: code, styles, metadata, templates, alternatives for browsers without a feature. */
  skip: 4,
  /** Its text is taken as it stands, without tags and without character references. */
  rawText: 8,
  /** Its text has character references but no tags. */
  escapableText: 16,
  /** Belongs to the "special" category of the parsing rules (HTML, 13.2.4.2). */
  special: 32,
  /** A formatting element of the parsing rules, reopened after a block that ended it. */
  formatting: 64,
  /** h1 to h6. */
  heading: 128
} as const

/** From h1 to h6. */
export const headingTags = [Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6] as const

/** `Kind` bits of each id. */
export const kind = new Uint8Array(tagCount)

const elements = Object.entries(Tag)
  .filter(([, id]) => id > Tag.unknown)
  .map(([key, id]) => [key === "annotationXml" ? "annotation-xml" : key, id] as const)
const ids: ReadonlyMap<string, number> = new Map(elements)
const names: ReadonlyArray<string> = ["#text", "#document", "#unknown", ...elements.map(([name]) => name)]

const mark = (bit: number, list: string): void => {
  for (const name of list.split(" ")) kind[tagId(name)]! |= bit
}

/** The lower-case name of an id: `"#text"`, `"#document"` and `"#unknown"` for the three that are no element. */
export const tagName = (id: number): string => names[id] ?? "#unknown"

/** The id of a lower-case name; `Tag.unknown` when it has none. */
export function tagId(name: string): number {
  return ids.get(name) ?? Tag.unknown
}

mark(Kind.void, "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")
mark(
  Kind.block,
  "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption " +
    "figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav noframes ol " +
    "optgroup option p plaintext pre search section summary table tbody td textarea tfoot th thead tr ul xmp"
)
mark(Kind.skip, "script style template noscript svg object applet select datalist canvas title noframes noembed head")
mark(Kind.rawText, "iframe noembed noframes plaintext script style xmp")
mark(Kind.escapableText, "textarea title")
mark(
  Kind.special,
  "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd " +
    "details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup " +
    "hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param " +
    "plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title " +
    "tr track ul wbr xmp"
)
mark(Kind.formatting, "a b big code em font i nobr s small strike strong tt u")
mark(Kind.heading, "h1 h2 h3 h4 h5 h6")
