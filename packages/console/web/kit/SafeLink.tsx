/** Only addresses that lead to a page; `javascript:` and the like are shown as text. */
export const SafeLink = ({ url, text }: { readonly url: string; readonly text?: string }) =>
  /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {text ?? url}
    </a>
  ) : (
    <span dir="auto">{text === undefined || text === url ? url : `${text} (${url})`}</span>
  )
