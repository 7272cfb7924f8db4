/** Pictures that stand in the place of another one until a script has loaded it. */

const maxDrawing = 400

/** A picture of one pixel, or a drawing that only takes up room, as a `data:` address. */
export const isPlaceholder = (source: string): boolean =>
  /^data:image\/gif;base64,R0lGODlhAQAB/i.test(source) ||
  (source.length < maxDrawing &&
    /^data:image\/svg\+xml[^,]*,/i.test(source) &&
    !/base64|path|text|image\b|circle|line|use/i.test(source.slice(14)))

/** Whether the address of a picture that has a lazy one besides is that of nothing: a file of a loader, or no picture at all. */
export const isStandIn = (source: string): boolean =>
  source.trim() === "" ||
  isPlaceholder(source) ||
  /placeholder|blank|spacer|transparent|loading|lazy|pixel|1x1|pagespeed_static|grey\.|gray\./i.test(source)
