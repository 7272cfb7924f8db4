/** Lines that name a table or a figure. */
const caption =
  /^[[(]?(?:table|figure|fig\.?|listing|chart|graph|diagram|example|box|plate|scheme|algorithm|tabelle|abbildung|abb\.?|diagramm|tableau|graphique|figura|tabla|gráfico|grafico|図|圖|图|表|그림|표)\s*\d/iu

const figure =
  /^[[(]?(?:figure|fig\.?|chart|graph|diagram|abbildung|abb\.?|diagramm|graphique|figura|gráfico|grafico|図|圖|图|그림)\s*\d/iu

export const isCaption = (text: string): boolean => caption.test(text)

/** Whether the line names a drawing or a chart. */
export const isFigureCaption = (text: string): boolean => figure.test(text)
