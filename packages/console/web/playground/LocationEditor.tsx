/** The country and the languages of a visit. */
import { useMemo } from "preact/hooks"
import { objectOf } from "./jsonOption.ts"

/** Codes of ISO 3166-1 whose names the browser knows. */
const countries = (): ReadonlyArray<readonly [code: string, name: string]> => {
  const names = new Intl.DisplayNames(undefined, { type: "region", fallback: "none" })
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code): ReadonlyArray<readonly [string, string]> => {
      const name = names.of(code)
      return name === undefined || !isCountry(code) ? [] : [[code, name]]
    })
    .toSorted(([, left], [, right]) => left.localeCompare(right))
}

/** Codes that stand for no country: unions, and those that ISO 3166-1 leaves to users. */
const isCountry = (code: string): boolean => !/^(?:AA|EU|EZ|UN|QO|Q[M-Z]|X[A-JL-Z]|ZZ)$/.test(code)

export const LocationEditor = ({ set, text }: { readonly text: string; readonly set: (text: string) => void }) => {
  const { country = "", languages = [] } = objectOf(text)
  const known = useMemo(countries, [])
  const spoken = Array.isArray(languages) ? languages.join(", ") : ""
  const write = (nextCountry: string, nextLanguages: string) => {
    const list = nextLanguages
      .split(",")
      .map((language) => language.trim())
      .filter(Boolean)
    const next = {
      ...(nextCountry === "" ? {} : { country: nextCountry }),
      ...(list.length === 0 ? {} : { languages: list })
    }
    set(Object.keys(next).length === 0 ? "" : JSON.stringify(next))
  }
  return (
    <div class="pair two">
      <select
        aria-label="Country"
        value={String(country)}
        onChange={(event) => write(event.currentTarget.value, spoken)}
      >
        <option value="">any country</option>
        {known.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <input
        aria-label="Languages"
        placeholder="en-US, de"
        value={spoken}
        onChange={(event) => write(String(country), event.currentTarget.value)}
      />
    </div>
  )
}
