/** Why a part of a page was left out; the numbers stand in `drop`, the words in `explain`. */
export const Reason = {
  none: 0,
  hidden: 1,
  frame: 2,
  role: 3,
  name: 4,
  consent: 5,
  beside: 6,
  minor: 7,
  form: 8,
  links: 9,
  relatedHeading: 10,
  comments: 11,
  junkLine: 12,
  caption: 13,
  duplicate: 14,
  repeated: 15,
  otherArticle: 16,
  outside: 17
} as const

export const reasonText: ReadonlyArray<string> = [
  "",
  "not displayed (hidden, display: none or aria-hidden)",
  "an element of the frame (nav, aside, footer, dialog, …)",
  "a landmark role of the frame",
  "class or id of navigation, consent, advertising, sharing or sign-up",
  "asks for consent to cookies",
  "class or id of comments, ratings or related items",
  "class or id of a byline, date, tags, credits or the like",
  "a form",
  "little but links",
  "follows a heading of related links, sign-up or sharing",
  "comments of readers begin here",
  "a line of furniture (photo credit, advertisement, share, read more)",
  "a caption",
  "repeats a text that was there before",
  "repeats on other pages of the site",
  "another article on the same page",
  "outside of the chosen root"
]
