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
  image: 65,
  img: 66,
  input: 67,
  ins: 68,
  kbd: 69,
  keygen: 70,
  label: 71,
  legend: 72,
  li: 73,
  link: 74,
  listing: 75,
  main: 76,
  map: 77,
  mark: 78,
  marquee: 79,
  menu: 80,
  menuitem: 81,
  meta: 82,
  meter: 83,
  nav: 84,
  nobr: 85,
  noembed: 86,
  noframes: 87,
  noscript: 88,
  object: 89,
  ol: 90,
  optgroup: 91,
  option: 92,
  output: 93,
  p: 94,
  param: 95,
  picture: 96,
  plaintext: 97,
  pre: 98,
  progress: 99,
  q: 100,
  rb: 101,
  rp: 102,
  rt: 103,
  rtc: 104,
  ruby: 105,
  s: 106,
  samp: 107,
  script: 108,
  search: 109,
  section: 110,
  select: 111,
  slot: 112,
  small: 113,
  source: 114,
  span: 115,
  strike: 116,
  strong: 117,
  style: 118,
  sub: 119,
  summary: 120,
  sup: 121,
  table: 122,
  tbody: 123,
  td: 124,
  template: 125,
  textarea: 126,
  tfoot: 127,
  th: 128,
  thead: 129,
  time: 130,
  title: 131,
  tr: 132,
  track: 133,
  tt: 134,
  u: 135,
  ul: 136,
  var: 137,
  video: 138,
  wbr: 139,
  xmp: 140,
  svg: 141,
  math: 142,
  annotation: 143,
  annotationXml: 144,
  maction: 145,
  malignmark: 146,
  menclose: 147,
  merror: 148,
  mfenced: 149,
  mfrac: 150,
  mglyph: 151,
  mi: 152,
  mlabeledtr: 153,
  mmultiscripts: 154,
  mn: 155,
  mo: 156,
  mover: 157,
  mpadded: 158,
  mphantom: 159,
  mprescripts: 160,
  mroot: 161,
  mrow: 162,
  ms: 163,
  mspace: 164,
  msqrt: 165,
  mstyle: 166,
  msub: 167,
  msubsup: 168,
  msup: 169,
  mtable: 170,
  mtd: 171,
  mtext: 172,
  mtr: 173,
  munder: 174,
  munderover: 175,
  none: 176,
  semantics: 177
} as const

export type Tag = (typeof Tag)[keyof typeof Tag]

/** One more than the largest id. */
export const tagCount = 178

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

/** `Kind` bits of each id. */
export const kind = new Uint8Array(tagCount)

const names: Array<string> = Array.from({ length: tagCount }, () => "")
const ids = new Map<string, number>()
for (const [key, id] of Object.entries(Tag)) {
  const name = key === "annotationXml" ? "annotation-xml" : key
  names[id] = name
  if (id > Tag.unknown) ids.set(name, id)
}
names[Tag.text] = "#text"
names[Tag.document] = "#document"
names[Tag.unknown] = "#unknown"

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
