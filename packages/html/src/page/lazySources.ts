/** Attributes in which scripts that load images late keep the address, and those with several candidates. */
export const lazySources = [
  "data-src",
  "data-lazy-src",
  "data-original",
  "data-actualsrc",
  "data-hi-res-src",
  "data-full-src",
  "data-lazyload",
  "data-image-loader",
  "data-echo"
] as const
export const lazySets = ["data-srcset", "data-lazy-srcset"] as const
