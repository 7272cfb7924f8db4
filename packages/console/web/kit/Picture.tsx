import { useEffect, useRef, useState } from "preact/hooks"
import { useSigned } from "../shell/signed.ts"

/** A picture of a page by way of this server; the page's host never sees the visitor. */
export const Picture = ({ url, alt }: { readonly url: string; readonly alt: string }) => {
  const { api } = useSigned()
  const [source, setSource] = useState<string>()
  const [failed, setFailed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const control = new AbortController()
    let made: string | undefined
    const load = async () => {
      if (/^data:image\//i.test(url)) return setSource(url)
      const response = await api.response(`console/api/image?url=${encodeURIComponent(url)}`, {
        signal: control.signal
      })
      made = URL.createObjectURL(await response.blob())
      if (control.signal.aborted) URL.revokeObjectURL(made)
      else setSource(made)
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void load().catch(() => setFailed(true))
    })
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
      control.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [url])
  return (
    <div class="picture" ref={box}>
      {source === undefined ? <span class="quiet">{failed ? "No picture" : "…"}</span> : <img src={source} alt={alt} />}
    </div>
  )
}
