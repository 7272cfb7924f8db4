/** Where the reader is: `#/jobs/<id>`, `#/playground?request=…`. */
import { useLayoutEffect, useState } from "preact/hooks"

export interface Route {
  readonly view: string
  /** What of the view is shown; its list when absent. */
  readonly id?: string
  readonly query: URLSearchParams
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const readRoute = (hash: string): Route => {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s)
  const [view = "", id = ""] = path.split("/").map(decoded)
  return { view, query: new URLSearchParams(query), ...(id === "" ? {} : { id }) }
}

export const linkTo = (view: string, id?: string): string =>
  id === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`

export const useRoute = (): Route => {
  const [route, setRoute] = useState(() => readRoute(location.hash))
  // Before anything else runs: a change between the first rendering and the listener would be lost.
  useLayoutEffect(() => {
    const listen = () => setRoute(readRoute(location.hash))
    addEventListener("hashchange", listen)
    return () => removeEventListener("hashchange", listen)
  }, [])
  return route
}
