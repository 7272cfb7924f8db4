export { tesseract, type TesseractOptions } from "./tesseract.ts"
