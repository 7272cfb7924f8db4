import { ago, dateTime } from "./text.ts"

/** How long ago something was; the whole date when pointed at. */
export const Time = ({ at }: { readonly at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={dateTime(at)}>
    {ago(at)}
  </time>
)
