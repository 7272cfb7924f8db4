/** Why a part of a page was left out; the numbers stand in `drop`, the words in `explain`. */
export const Reason = {
  none: 0,
  hidden: 1,
  frame: 2,
  role: 3,
  name: 4,
  consent: 5,
  related: 6,
  comments: 7,
  minor: 8,
  form: 9,
  links: 10,
  relatedHeading: 11,
  commentsHeading: 12,
  junkLine: 13,
  caption: 14,
  duplicate: 15,
  repeated: 16,
  otherArticle: 17,
  edge: 18
} as const

export const reasonText: ReadonlyArray<string> = [
  "",
  "not displayed (hidden, display: none or aria-hidden)",
  "an element of the frame (nav, aside, footer, dialog, button, …)",
  "a landmark role of the frame",
  "class or id of navigation, consent, advertising, sharing or sign-up",
  "asks for consent to cookies",
  "class or id of related items",
  "class or id of comments",
  "class or id of a byline, date, tags or the like",
  "a form",
  "little but links",
  "a heading of related links, sign-up or sharing, and what follows it",
  "comments of readers begin here",
  "a line of furniture (photo credit, advertisement, share, read more)",
  "a caption",
  "repeats a text that was there before",
  "repeats on other pages of the site",
  "another article on the same page",
  "the edge of the page: links, legal notes or forms before or after the content"
]
