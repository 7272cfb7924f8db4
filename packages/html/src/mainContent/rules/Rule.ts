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
  controlName: 8,
  form: 9,
  relatedHeading: 10,
  junkLine: 11,
  duplicate: 12,
  repeated: 13,
  pageEdge: 14,
  comments: 15,
  pager: 16,
  threadPart: 17,
  siteHeader: 18,
  emptyHeading: 19,
  unfilled: 20,
  unlikely: 21,
  otherArticle: 22,
  shareLinks: 23
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
  controlName: "class or id of something to press",
  form: "a form",
  relatedHeading: "a heading of related links, sign-up or sharing, with its section",
  junkLine: "a boilerplate line (photo credit, advertisement, share, read more)",
  duplicate: "repeats an earlier text of the page",
  repeated: "repeats on other pages of the site",
  pageEdge: "the edge of the page: links, legal notes or forms before or after the content",
  comments: "readers' posts after an article",
  pager: "links to the previous or the next page",
  threadPart: "surrounds the posts of a thread (signature, rank, buttons)",
  siteHeader: "the header of a site",
  emptyHeading: "a heading of which nothing is left",
  unfilled: "a template that no script has filled",
  otherArticle: "another article on the same page",
  shareLinks: "links that hand the address of the page to other sites",
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
