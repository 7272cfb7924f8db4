/**
 * Which hosts belong to one registrable domain.
 *
 * The rule of the public suffix list for the suffixes that matter in practice:
 * generic second-level labels under country codes (`co.uk`, `com.au`) and the
 * hosting domains whose customers are strangers to each other (`github.io`).
 */
const secondLevel = new Set(
  "ac co com edu gov gob gouv govt id ind info mil muni ne net nom or org plc sch school web ltd me police nhs go ad ed gr lg blog".split(
    " "
  )
)

const hosting = new Set(
  (
    "github.io gitlab.io bitbucket.io pages.dev workers.dev netlify.app vercel.app now.sh herokuapp.com appspot.com " +
    "web.app firebaseapp.com blogspot.com wordpress.com tumblr.com readthedocs.io fly.dev onrender.com surge.sh " +
    "azurewebsites.net cloudfront.net s3.amazonaws.com myshopify.com wixsite.com weebly.com notion.site"
  ).split(" ")
)

/** The domain that somebody registered: `blog.example.co.uk` → `example.co.uk`. Literal addresses are their own. */
export const registrableDomain = (hostname: string): string => {
  if (hostname.startsWith("[") || /^[\d.]+$/.test(hostname)) return hostname
  const labels = hostname.split(".")
  for (const length of [3, 2]) {
    if (labels.length > length && hosting.has(labels.slice(-length).join(".")))
      return labels.slice(-length - 1).join(".")
  }
  const country = labels.at(-1)?.length === 2
  const generic = country && labels.length > 2 && secondLevel.has(labels.at(-2) ?? "")
  return labels.slice(generic ? -3 : -2).join(".")
}
