/** Rows of one height, of which only those in view are in the page. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core"
import type { ComponentChildren, RefObject } from "preact"
import { useLayoutEffect, useReducer, useRef, useState } from "preact/hooks"

export const rowHeight = 34

export const VirtualRows = ({
  count,
  handle,
  head,
  height = rowHeight,
  label,
  onKeyDown,
  role = "table",
  row
}: {
  readonly count: number
  readonly row: (index: number) => ComponentChildren
  readonly label: string
  /** Of each row, in pixels. */
  readonly height?: number
  readonly role?: "table" | "tree"
  /** Stands above the rows and scrolls with none of them. */
  readonly head?: ComponentChildren
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly handle?: RefObject<HTMLDivElement | null>
}) => {
  const own = useRef<HTMLDivElement>(null)
  const box = handle ?? own
  const [, draw] = useReducer((turn: number) => turn + 1, 0)
  const [rows] = useState(
    () =>
      new Virtualizer<HTMLDivElement, HTMLElement>({
        count,
        getScrollElement: () => box.current,
        estimateSize: () => height,
        overscan: 8,
        scrollToFn: elementScroll,
        observeElementRect,
        observeElementOffset,
        onChange: () => draw(undefined)
      })
  )
  rows.setOptions({ ...rows.options, count, estimateSize: () => height })
  useLayoutEffect(() => rows.measure(), [rows, height])
  useLayoutEffect(() => rows._didMount(), [rows])
  useLayoutEffect(() => rows._willUpdate())
  const shown = rows.getVirtualItems()
  return (
    <div
      class="virtual"
      ref={box}
      role={role}
      aria-label={label}
      {...(role === "table" ? { "aria-rowcount": count } : {})}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {head}
      <div class="virtual-space" role="presentation" style={{ height: `${rows.getTotalSize()}px` }}>
        <div
          class="virtual-rows"
          role={role === "table" ? "rowgroup" : "presentation"}
          style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}
        >
          {shown.map(({ index }) => row(index))}
        </div>
      </div>
    </div>
  )
}
