/** How long browsers may take to begin with a download of an object URL. */
const keptMs = 10_000

/** Saves a text as a file. `name` is that of the file. */
export const DownloadButton = ({
  name,
  text,
  type = "text/plain"
}: {
  readonly name: string
  readonly text: string
  readonly type?: string
}) => {
  const save = () => {
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
  }
  return (
    <button type="button" class="small" onClick={save}>
      Download
    </button>
  )
}
