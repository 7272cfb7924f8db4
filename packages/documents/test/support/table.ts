/** HTML of a table, as readers write it. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  [
    "<table>",
    "<thead>",
    `<tr>${head.map((cell) => `<th>${cell}</th>`).join("")}</tr>`,
    "</thead>",
    "<tbody>",
    ...rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`),
    "</tbody>",
    "</table>"
  ].join("\n")
