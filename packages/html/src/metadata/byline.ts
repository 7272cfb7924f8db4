/** Who wrote a page and when: what its metas, structured data, address and visible byline say, in order of trust. */
import type { Tree } from "../tree/Tree.ts"
import { authorNames, folded, isAgency, maxNames, posterName, siteNames, type SiteNames } from "./authorNames.ts"
import { dateInAddress, dateOfValue, otherReading } from "./dates.ts"
import { jsonLdByline, microdataByline, type StructuredByline } from "./structuredByline.ts"
import type { FoundAuthors } from "./visibleAuthors.ts"
import { VisibleBylineReader } from "./visibleByline.ts"
import type { VisibleDatesFound } from "./visibleDates.ts"

interface SourcedValue {
  readonly value: string
  /** `meta[article:published_time]`, `json-ld`, `microdata`, `time[datetime]`, `.byline`, `line`, `address`. */
  readonly source: string
}

interface SourcedDate extends SourcedValue {
  /** The day that it may be as well. */
  readonly otherValue?: string | undefined
}

export interface Byline {
  readonly author?: SourcedValue | undefined
  readonly publishedTime?: SourcedValue | undefined
  readonly modifiedTime?: SourcedValue | undefined
  /** Scripts of JSON-LD that could not be read. */
  readonly unreadableData: number
}

interface BylinePage {
  readonly tree: Tree
  readonly url: URL
  readonly base: URL
  readonly title: string
  readonly language: string
  readonly siteName: string | undefined
  /** Contents of each `<meta>` by its name in lower case. */
  readonly metas: ReadonlyMap<string, ReadonlyArray<string>>
  readonly forms: { readonly jsonLd: boolean; readonly microdata: boolean }
}

/** Names of `<meta>` whose value is an author, the most trusted first. */
const authorMetas =
  "author,article:author,article:author:name,article.author,article_author,parsely-author,sailthru.author,byl,citation_author,citation_authors,dc.creator,dcterms.creator,dc.contributor.author,dcsext.author,bt:author,cxenseparse:author,rbauthors,shareaholic:article_author_name,og:article:author,og:author,book:author,authors,author_name,content-author,contentauthor,creator,blogger".split(
    ","
  )

/** Names of `<meta>` whose value is the date of publication, the most trusted first. */
const publishedMetas =
  "article:published_time,article:published,og:published_time,og:article:published_time,datepublished,article.published,article:post_date,parsely-pub-date,iso-8601-publish-date,publish_date,publish-date,publishdate,published,published_at,published_time,publication_date,publicationdate,published-date,published_date,pub_date,pubdate,pdate,ptime,bt:pubdate,cxenseparse:recs:publishtime,originalpublicationdate,article_date_original,article:create_at,weibo:article:create_at,dcsext.articlefirstpublished,article-publication-date,citation_publication_date,citation_online_date,citation_date,dc.date.issued,dcterms.issued,dcterms.date,dc.date,sailthru.date,dc.date.created,dcterms.created,dc.created,date.issued,displaydate,article_publish_date,rnews:datepublished,datecreated,created,date,date_published,published_time_telegram,pubtime,apub:time".split(
    ","
  )

/** What every name of a `<meta>` has that gives the date of publication and is not listed, as `w-published-date`. */
const publishedMeta = /publi(?:sh(?:ed)?|cation)[-_.:]?(?:date|time|on|at)|date[-_.:]?published/

const modifiedMetas =
  "article:modified_time,article:modified,og:updated_time,article:updated_time,article_date_updated,datemodified,parsely-modified-date,dcterms.modified,dc.date.modified,dc.modified,last-modified,lastmod,modified,updated,updated_time,updated_at,date_modified,revised,bt:moddate".split(
    ","
  )

export const byline = (page: BylinePage): Byline => {
  const { metas } = page
  const jsonLd = page.forms.jsonLd ? jsonLdByline(page.tree) : undefined
  const microdata = page.forms.microdata ? microdataByline(page.tree, page.base) : undefined
  const site = siteNames(page.url, [
    page.siteName,
    ...(metas.get("application-name") ?? []),
    ...(metas.get("dc.publisher") ?? []),
    ...(metas.get("publisher") ?? []),
    ...(metas.get("citation_journal_title") ?? []),
    ...(jsonLd?.organizations ?? []),
    ...(microdata?.organizations ?? [])
  ])
  const date = (names: ReadonlyArray<string>): SourcedDate | undefined => {
    for (const name of names) {
      for (const written of metas.get(name) ?? []) {
        const value = dateOfValue(written, page.language)
        if (value !== undefined) return { value, source: `meta[${name}]`, otherValue: otherReading(written, value) }
      }
    }
    return undefined
  }
  const structured = (key: "published" | "created" | "modified"): SourcedValue | undefined => {
    for (const [source, found] of [
      ["json-ld", jsonLd],
      ["microdata", microdata]
    ] as const) {
      const value = found?.[key] === undefined ? undefined : dateOfValue(found[key], page.language)
      if (value !== undefined) return { value, source }
    }
    return undefined
  }
  const explicit = date(publishedMetas.slice(0, 4))
  const published: SourcedDate | undefined =
    explicit ??
    structured("published") ??
    date(publishedMetas) ??
    date([...metas.keys()].filter((name) => publishedMeta.test(name))) ??
    structured("created")
  const modified = date(modifiedMetas.slice(0, 1)) ?? structured("modified") ?? date(modifiedMetas)
  let reader: VisibleBylineReader | undefined
  const visible = () =>
    (reader ??= new VisibleBylineReader(page.tree, { title: page.title, language: page.language, site }))
  const sources = [
    ["json-ld", jsonLd],
    ["microdata", microdata]
  ] as const
  const stated = (isOwner: boolean): ReadonlyArray<FoundAuthors> => [
    ...authorsOfMetas(metas, site, isOwner),
    ...authorsOfStructured(sources, site, isOwner),
    ...pairedAuthors(metas, site, isOwner)
  ]
  // A site may bear the name of who writes it, or of a firm for which somebody else writes.
  const author = chosen(stated(false), visible) ?? sourced(visible().authors() ?? stated(true)[0])
  const times = timesOf(published, modified, () => visible().dates(), page.url)
  return { author, ...times, unreadableData: jsonLd?.unreadable ?? 0 }
}

/** The times that the head of a page states, mended and completed by what its readers see and by its address. */
const timesOf = (
  published: SourcedDate | undefined,
  modified: SourcedDate | undefined,
  visible: () => VisibleDatesFound,
  url: URL
): Pick<Byline, "publishedTime" | "modifiedTime"> => {
  if (published === undefined) {
    const seen = visible()
    const address = dateInAddress(url)
    // An address is made when a page is; what is seen may be about something else, or be read the wrong way round.
    const isOfAddress =
      address !== undefined && (seen.published === undefined || daysBetween(seen.published.value, address) !== 0)
    return {
      publishedTime: isOfAddress ? { value: address, source: "address" } : seen.published,
      modifiedTime: modified ?? seen.modified
    }
  }
  if (published.otherValue !== undefined) {
    const isTurned = visible().published?.value.slice(0, 10) === published.otherValue
    return {
      publishedTime: isTurned ? turned(published) : published,
      modifiedTime: isTurned ? turned(modified) : modified
    }
  }
  // Where both are the day on which the site was built, readers are shown an earlier one.
  const isOfBuild =
    published.source === "json-ld" &&
    modified?.source === "json-ld" &&
    daysBetween(published.value, modified.value) <= 0
  const shown = isOfBuild ? visible().published : undefined
  const isEarlier = shown !== undefined && daysBetween(shown.value, published.value) > 1
  return { publishedTime: isEarlier ? shown : published, modifiedTime: modified }
}

/** With day and month the other way round, where that makes a date. */
const turned = (date: SourcedDate | undefined): SourcedValue | undefined =>
  date?.otherValue === undefined ? date : { value: date.otherValue, source: date.source }

/** Whole days from one date to another; NaN where one has no day. */
const daysBetween = (from: string, to: string): number =>
  (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000

/** The first of them, unless it names none of the others and one of those is visible next to the headline. */
const chosen = (stated: ReadonlyArray<FoundAuthors>, visible: () => VisibleBylineReader): SourcedValue | undefined => {
  const first = stated[0]
  if (first === undefined) return undefined
  const known = new Set(first.names.map(folded))
  const different = stated.filter(({ names }) => !names.some((name) => known.has(folded(name))))
  // A single word is often the name of an account, of whom readers see the name.
  const isAccount = first.names.every((name) => !/[^\0-\x7f]| /.test(name))
  if ((different.length === 0 && !isAccount) || visible().mentions(first.names)) return sourced(first)
  return sourced(
    different.find(({ names }) => visible().mentions(names)) ?? (isAccount ? visible().beside() : undefined) ?? first
  )
}

const sourced = (found: FoundAuthors | undefined): SourcedValue | undefined =>
  found === undefined ? undefined : { value: joined(found.names), source: found.source }

const authorsOfMetas = (metas: BylinePage["metas"], site: SiteNames, isOwner: boolean): ReadonlyArray<FoundAuthors> =>
  authorMetas.flatMap((name) => {
    const names = (metas.get(name) ?? [])
      .slice(0, maxNames)
      .flatMap((written) => authorNames(written, site, { isOwner }))
    return names.length === 0 ? [] : [{ names, source: `meta[${name}]` }]
  })

const authorsOfStructured = (
  sources: ReadonlyArray<readonly [string, StructuredByline | undefined]>,
  site: SiteNames,
  isOwner: boolean
): ReadonlyArray<FoundAuthors> =>
  sources.flatMap(([source, found]) => {
    const names = (found?.authors ?? []).flatMap(({ kind, name }) =>
      kind === "poster"
        ? posterName(name)
        : kind === "organization" && !isAgency(name)
          ? []
          : authorNames(name, site, { isOwner: kind === "person" || (isOwner && kind === "unknown") })
    )
    return names.length === 0 ? [] : [{ names, source }]
  })

/** `twitter:label1` and `twitter:data1`, in which WordPress names the author. */
const pairedAuthors = (metas: BylinePage["metas"], site: SiteNames, isOwner: boolean): ReadonlyArray<FoundAuthors> =>
  [1, 2].flatMap((number) => {
    if (!authorLabel.test(metas.get(`twitter:label${number}`)?.[0] ?? "")) return []
    const names = (metas.get(`twitter:data${number}`) ?? []).flatMap((written) =>
      authorNames(written, site, { isOwner })
    )
    return names.length === 0 ? [] : [{ names, source: `meta[twitter:data${number}]` }]
  })

const authorLabel =
  /^(?:written by|author|verfasst von|geschrieben von|escrito por|écrit par|scritto da|geschreven door|автор|написано автором|yazan|skriven av|skrevet av|napisane przez|作成者|作者|글쓴이)/iu

const joined = (names: ReadonlyArray<string>): string => [...new Set(names)].slice(0, maxNames).join(", ")
