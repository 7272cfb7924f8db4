/** The head of a table. */
export const TableHead = ({
  columns,
  hidden,
  numbers = []
}: {
  readonly columns: ReadonlyArray<string>
  /** Those of the columns whose cells have the class `number`. */
  readonly numbers?: ReadonlyArray<string>
  /** A last column that only screen readers hear of. */
  readonly hidden?: string | undefined
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
