import { identify, toFetch } from "@orbweaver/core/model/UrlIdentity"
import { holds, type Target, textOf } from "../Target.ts"

const words = [
  "http://",
  "https://",
  "//",
  "www.",
  "index.html",
  ";jsessionid=1",
  "/(S(a))/",
  "#!/a",
  "#/a",
  "?utm_source=a",
  "&PHPSESSID=b",
  "%2F",
  "%zz",
  "%",
  "[::1]",
  "127.0.0.1",
  "xn--",
  "\u202e",
  "@",
  ":80",
  "..",
  "\\"
]

export const url: Target = {
  name: "url",
  extension: "txt",
  words,
  generate: (random) => {
    const host = random.of([
      "a.example",
      "www.a.example",
      "WWW.www.a.example",
      "1.2.3.4",
      "[::1]",
      "\u00fc.example",
      "0x7f.1"
    ])
    const port = random.of(["", ":80", ":443", ":8080"])
    const path = random.list(12, () =>
      random.of([
        "/",
        "a",
        "index.html",
        "index.php",
        "..",
        "%41",
        "%e9",
        "%",
        "\u00e9",
        ";jsessionid=9",
        "(S(x))",
        " ",
        "\\"
      ])
    )
    const query = random.list(
      6,
      () =>
        `${random.of(["a", "sid", "utm_source", "PHPSESSID", "%20", ""])}=${random.of(["1", "", "%26", "a b", "\u00e9"])}`
    )
    const hash = random.of(["", "", "#a", "#/a", "#!/a?b", "#!"])
    return Buffer.from(
      `${random.of(["http:", "https:"])}//${random.of(["", "", "a:b@"])}${host}${port}/${path.join("")}${query.length === 0 ? "" : `?${query.join("&")}`}${hash}`
    )
  },
  open: () => ({
    check: (input) => {
      const address = URL.parse(textOf(input))
      if (address === null || !/^https?:$/.test(address.protocol)) return
      for (const bits of [0, 1, 2, 3, 4, 5, 6, 7]) {
        const options = {
          ignoreQueryParameters: (bits & 1) !== 0,
          deduplicateSimilarURLs: (bits & 2) !== 0,
          hashRoutes: (bits & 4) !== 0
        }
        const once = identify(address, options)
        holds(URL.canParse(once), `the identity ${once} is no address`)
        const twice = identify(new URL(once), options)
        holds(once === twice, `the identity of ${once} is ${twice} with ${JSON.stringify(options)}`)
        const fetched = toFetch(address, options.hashRoutes)
        holds(identify(new URL(fetched), options) === once, `${fetched} is fetched, and is another page`)
      }
    }
  })
}
