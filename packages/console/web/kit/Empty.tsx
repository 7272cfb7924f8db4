import type { ComponentChildren } from "preact"

/** Says that there is nothing yet, and what makes something. */
export const Empty = ({ children, title }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)
