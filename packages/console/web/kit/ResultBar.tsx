import type { ComponentChildren } from "preact"
import { CopyButton } from "./CopyButton.tsx"
import { DownloadButton } from "./DownloadButton.tsx"

/** What stands over a result: what it is, and how to take it along. `file` is the name that it is saved by. */
export const ResultBar = ({
  children,
  file,
  text,
  type
}: {
  readonly children?: ComponentChildren
  readonly file: string
  readonly text: string
  readonly type?: string
}) => (
  <div class="bar">
    <span class="quiet">{children}</span>
    <span class="bar-actions">
      <CopyButton text={text} />
      <DownloadButton name={file} text={text} {...(type === undefined ? {} : { type })} />
    </span>
  </div>
)
