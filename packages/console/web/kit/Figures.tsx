/** Figures by their names. */
export const Figures = ({ figures }: { readonly figures: ReadonlyArray<readonly [name: string, text: string]> }) => (
  <dl class="counts">
    {figures.map(([name, text]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)
