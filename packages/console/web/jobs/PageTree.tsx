/** The pages of a job as the tree of its site. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { number } from "../kit/text.ts"
import { rowHeight, VirtualRows } from "../kit/VirtualRows.tsx"
import { type Choosing, ColourChoice } from "./ColourChoice.tsx"
import { colourOf, type Outcome, outcomes, treeOf, visibleNodes } from "./model.ts"

/** The outcome of most pages. */
const mainOutcome = (counts: Readonly<Record<Outcome, number>>): Outcome =>
  outcomes.reduce<Outcome>((best, outcome) => (counts[outcome] > counts[best] ? outcome : best), "completed")

export const PageTree = ({ choose, colouring, rows, setColouring }: Choosing) => {
  const tree = useMemo(() => treeOf(rows), [rows])
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([...tree.children.values()].map(({ path }) => path))
  )
  const [at, setAt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const visible = useMemo(() => visibleNodes(tree, open), [tree, open])
  const toggle = (path: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(path)
    else next.delete(path)
    setOpen(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const current = visible[at]
    if (current === undefined) return
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt(Math.min(visible.length - 1, at + 1)),
      ArrowUp: () => setAt(Math.max(0, at - 1)),
      Home: () => setAt(0),
      End: () => setAt(visible.length - 1),
      ArrowRight: () => toggle(current.node.path, true),
      ArrowLeft: () => toggle(current.node.path, false),
      Enter: () => current.node.row >= 0 && choose(rows[current.node.row]!)
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  useEffect(() => {
    const element = box.current!
    if (at * rowHeight < element.scrollTop) element.scrollTop = at * rowHeight
    if ((at + 1) * rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = (at + 1) * rowHeight - element.clientHeight
    }
  }, [at])
  return (
    <div>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <ColourChoice colouring={colouring} setColouring={setColouring} />
        <span class="quiet">Arrows move and open, Enter shows the page.</span>
      </form>
      <VirtualRows
        count={visible.length}
        role="tree"
        label="The site"
        handle={box}
        onKeyDown={onKeyDown}
        row={(index) => {
          const { level, node } = visible[index]!
          const own = node.row < 0 ? undefined : rows[node.row]
          const isOpen = open.has(node.path)
          return (
            <div
              class={`row tree-row${index === at ? " current" : ""}`}
              role="treeitem"
              aria-level={level}
              aria-selected={index === at}
              {...(node.children.size === 0 ? {} : { "aria-expanded": isOpen })}
              key={node.path}
              style={{ paddingInlineStart: `${level * 16}px` }}
              onClick={() => {
                setAt(index)
                if (node.children.size > 0) toggle(node.path, !isOpen)
                else if (own !== undefined) choose(own)
              }}
            >
              <span aria-hidden="true">{node.children.size === 0 ? "·" : isOpen ? "▾" : "▸"}</span>
              <span
                class={`dot ${own === undefined ? `state-${mainOutcome(node.outcomes)}` : colourOf(own, colouring)}`}
              />
              <bdi class="url">{node.name}</bdi>
              <span class="quiet">
                {number(node.pages)}
                {node.outcomes.failed > 0 ? `, ${number(node.outcomes.failed)} failed` : ""}
                {node.outcomes.errorPage > 0 ? `, ${number(node.outcomes.errorPage)} error pages` : ""}
              </span>
            </div>
          )
        }}
      />
    </div>
  )
}
