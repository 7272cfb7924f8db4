/** Legal forms of firms as they stand in names, and in Japan, China and Korea before them. */
const legalForm =
  /(?:^|[\s,(])(?:GmbH(?: & Co\.? KG)?|gGmbH|AG|KG|OHG|UG(?: \(haftungsbeschränkt\))?|e\. ?V\.|e\. ?K\.|SE|Ltd\.?|Limited|LLC|LLP|Inc\.?|Corp\.?|Corporation|PLC|plc|Co\.|S\.?A\.?S\.?U?|S\.?A\.?R\.?L\.?|SA|S\.A\.|S\.?L\.?U?\.?|S\.?r\.?l\.?|S\.?p\.?A\.?|B\.?V\.?|N\.?V\.?|Lda\.?|Ltda\.?|Sp\. z o\. ?o\.|a\.s\.|s\.r\.o\.|A\/S|ApS|AB|AS|Oy|Oyj|Kft\.?|Zrt\.?|d\.o\.o\.|Pty)(?=$|[\s,)])|株式会社|有限会社|合同会社|有限公司|주식회사|\(주\)|(?:^|\s)(?:ООО|АО|ПАО)(?=\s)/u

/** Whether a name has the legal form of a firm. */
export const isFirm = (name: string): boolean => legalForm.test(name)
