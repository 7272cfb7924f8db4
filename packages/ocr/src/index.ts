/** Text in scans and pictures, read by tesseract.js. */
export { tesseract, type TesseractOptions } from "./tesseract.ts"
