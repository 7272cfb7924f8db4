/** Values of `format` that are asserted; all are read in linear time. */
const isDate = (text: string): boolean => {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const isTime = (text: string): boolean => {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/.exec(text)
  return match !== null && Number(match[1]) < 24 && Number(match[2]) < 60 && Number(match[3]) <= 60
}

const hasNoSpace = (text: string): boolean => !/\s/.test(text)

export const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date", isDate],
  ["time", isTime],
  ["date-time", (text) => /^.{10}[Tt ]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11))],
  ["uri", (text) => hasNoSpace(text) && URL.canParse(text)],
  ["url", (text) => hasNoSpace(text) && URL.canParse(text)],
  ["uri-reference", (text) => hasNoSpace(text) && URL.canParse(text, "https://base.invalid/")],
  ["email", (text) => /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text)],
  ["uuid", (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)],
  ["ipv4", (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text)],
  [
    "duration",
    (text) => /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text)
  ]
])
