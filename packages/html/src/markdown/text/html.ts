/**
 * Escapes for the places where Markdown carries HTML.
 */

/** Text between tags. */
export const escapeHtml = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text

/** An attribute value between double quotes, on one line. */
export const escapeAttribute = (text: string): string => escapeHtml(text).replaceAll('"', "&quot;").replace(/\s+/g, " ")
