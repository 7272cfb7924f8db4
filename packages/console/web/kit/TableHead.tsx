/** The head of a table; `hidden` is a last column that only screen readers hear of, and `numbers` are aligned as figures. */
export const TableHead = ({
  columns,
  hidden,
  numbers = []
}: {
  readonly columns: ReadonlyArray<string>
  readonly hidden?: string
  readonly numbers?: ReadonlyArray<string>
}) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th scope="col" class={numbers.includes(column) ? "number" : undefined}>
          {column}
        </th>
      ))}
      {hidden === undefined ? null : (
        <th scope="col">
          <span class="visually-hidden">{hidden}</span>
        </th>
      )}
    </tr>
  </thead>
)
