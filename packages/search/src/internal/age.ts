/** The age that Google's `tbs` asks for: `qdr:d` is a day, `qdr:d3` too; custom ranges have none. */
type Age = "hour" | "day" | "week" | "month" | "year"

const ages: Readonly<Record<string, Age>> = { h: "hour", d: "day", w: "week", m: "month", y: "year" }

export const ageOf = (tbs: string | undefined): Age | undefined =>
  ages[/(?:^|,)qdr:([hdwmy])/.exec(tbs ?? "")?.[1] ?? ""]

/** The range of `cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY` as ISO dates. */
export const rangeOf = (tbs: string | undefined): { readonly from: string; readonly to: string } | undefined => {
  const from = isoDate(/cd_min:(\d{1,2}\/\d{1,2}\/\d{4})/.exec(tbs ?? "")?.[1])
  const to = isoDate(/cd_max:(\d{1,2}\/\d{1,2}\/\d{4})/.exec(tbs ?? "")?.[1])
  return from === undefined || to === undefined ? undefined : { from, to }
}

const isoDate = (american: string | undefined): string | undefined => {
  if (american === undefined) return undefined
  const [month, day, year] = american.split("/")
  return `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`
}
