/** The head of a table; `hidden` is a last column that only screen readers hear of. */
export const TableHead = ({
  columns,
  hidden
}: {
  readonly columns: ReadonlyArray<string>
  readonly hidden?: string
}) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th scope="col">{column}</th>
      ))}
      {hidden === undefined ? null : (
        <th scope="col">
          <span class="visually-hidden">{hidden}</span>
        </th>
      )}
    </tr>
  </thead>
)
