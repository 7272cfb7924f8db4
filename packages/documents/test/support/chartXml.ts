/** A chart of two series over two names. */
const points = (...values: ReadonlyArray<string | number>): string =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("")

export const chartXml = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Ducks by year</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>${points("Fresh")}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points("2023", "2024")}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(120, 0.30000000000000004)}</c:numCache></c:numRef></c:val></c:ser><c:ser><c:val><c:numRef><c:numCache>${points(80, 95)}</c:numCache></c:numRef></c:val></c:ser></c:barChart><c:catAx><c:title><c:tx><c:rich><a:p><a:r><a:t>Year</a:t></a:r></a:p></c:rich></c:tx></c:title></c:catAx></c:plotArea></c:chart></c:chartSpace>`

/** What a chart becomes. */
export const chartTable = `<table>
<caption>Ducks by year</caption>
<thead>
<tr><th>Year</th><th>Fresh</th><th>Series 2</th></tr>
</thead>
<tbody>
<tr><td>2023</td><td>120</td><td>80</td></tr>
<tr><td>2024</td><td>0.3</td><td>95</td></tr>
</tbody>
</table>`
