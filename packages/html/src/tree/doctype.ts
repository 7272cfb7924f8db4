/**
 * Whether a doctype puts browsers into quirks mode (HTML, 13.2.6.4.1), in which a table may stand inside a paragraph.
 */

/** `declaration` is what stands between `<!` and `>`. */
export const isQuirky = (declaration: string): boolean => {
  const [, publicId, systemId] = doctype.exec(declaration.slice(0, 1000)) ?? ["", "", ""]
  if (publicId === "") return true
  const id = unquoted(publicId)
  if (id === undefined) return false
  return legacy.test(id) || (transitional.test(id) && systemId === undefined)
}

const doctype =
  /^doctype[\t\n\f\r ]*html(?:[\t\n\f\r ]+(?:public[\t\n\f\r ]*("[^"]*"?|'[^']*'?)[\t\n\f\r ]*("[^"]*|'[^']*)?|[^>]*))?$/i

const unquoted = (id: string | undefined): string | undefined => id?.slice(1).replace(/["']$/, "")

const legacy = new RegExp(
  "^(?:html$|-/w3c/dtd html 4\\.0 transitional/en$|\\+//silmaril//|-//(?:as|advasoft ltd|ietf|metrius|microsoft|netscape comm\\. " +
    "corp\\.|o'reilly and associates|sq|softquad software|spyglass|sun microsystems corp\\.|w3o|webtechs)//|-//softquad//|" +
    "-//w3c//dtd html (?:3|4\\.0 (?:transitional|frameset)//|experimental)|-//w3c//dtd w3 html|-//w3c//dtd html 4\\.01/en)",
  "i"
)
const transitional = /^-\/\/w3c\/\/dtd html 4\.01 (?:transitional|frameset)\/\//i
