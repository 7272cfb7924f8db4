/**
 * The rules that leave parts of a page out of its main content. Each has a number, which stands in `drop` where it cut, a
 * name by which it is reported and can be switched off, and a sentence that says what it cuts.
 */
export const Rule = {
  hidden: 1,
  frameElement: 2,
  frameRole: 3,
  frameName: 4,
  consent: 5,
  relatedName: 6,
  commentsName: 7,
  minorName: 8,
  form: 9,
  links: 10,
  relatedHeading: 11,
  commentsHeading: 12,
  junkLine: 13,
  caption: 14,
  duplicate: 15,
  repeated: 16,
  otherArticle: 17,
  pageEdge: 18,
  comments: 19,
  articleEdge: 20,
  aboutAuthor: 21,
  pager: 22,
  threadPart: 23,
  siteHeader: 24,
  credit: 25,
  emptyHeading: 26,
  unfilled: 27,
  unlikely: 28
} as const

export type RuleName = keyof typeof Rule

/** What is not in the roots was cut by no rule. */
export const outside = "outside"

export const ruleText: Readonly<Record<RuleName | typeof outside, string>> = {
  hidden: "not displayed (hidden, display: none or aria-hidden)",
  frameElement: "an element of the page frame (nav, aside, footer, dialog, button, …)",
  frameRole: "a landmark role of the page frame",
  frameName: "class or id of navigation, consent, advertising, sharing or sign-up",
  consent: "cookie consent",
  relatedName: "class or id of related items",
  commentsName: "class or id of comments",
  minorName: "class or id of a byline, date, tags or the like",
  form: "a form",
  links: "little but links",
  relatedHeading: "a heading of related links, sign-up or sharing, with its section",
  commentsHeading: "readers' comments",
  junkLine: "a boilerplate line (photo credit, advertisement, share, read more)",
  caption: "a caption",
  duplicate: "repeats an earlier text of the page",
  repeated: "repeats on other pages of the site",
  otherArticle: "another article on the same page",
  pageEdge: "the edge of the page: links, legal notes or forms before or after the content",
  comments: "readers' posts after an article",
  articleEdge: "a short line before the first or after the last paragraph",
  aboutAuthor: "describes the author or the publisher",
  pager: "links to the previous or the next page",
  threadPart: "surrounds the posts of a thread (signature, rank, buttons)",
  siteHeader: "the header of a site",
  credit: "a caption that credits a picture",
  emptyHeading: "a heading of which nothing is left",
  unfilled: "a template that no script has filled",
  unlikely: "unlike the content of other pages",
  outside: "outside of the chosen content"
}

export const ruleNames = Object.keys(Rule) as ReadonlyArray<RuleName>

const names: ReadonlyArray<RuleName | undefined> = ruleNames.reduce<Array<RuleName | undefined>>((byNumber, name) => {
  byNumber[Rule[name]] = name
  return byNumber
}, [])

/** The name of a number in `drop`. */
export const ruleName = (rule: number): RuleName | typeof outside => names[rule] ?? outside
